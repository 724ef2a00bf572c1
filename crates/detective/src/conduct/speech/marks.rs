//! What the words of an attempt are about, each in as many ways as people say it.
//!
//! Nothing here accuses: one mark alone says nothing, and what several say together is weighed in [`super`].

/// A name, and what it is found by in plain text, in small letters: it says something about the words beside it.
pub(super) const HERE: &[(&str, &str)] = &[
    // Who judges.
    (
        "who",
        r"\b{start-half}(?:(?:graders?|markers?|assessors?|evaluators?|examiners?|judges?|referees?|auditors?|reviewers?|adjudicators?|arbiters?|jury|jurors?|prosecutors?|prosecution|defen[cs]e|tech ?leads?|chief justice|inspectors?|scorers?|raters?|teaching assistants?|tas?|teachers?|honou?rable court|the court|this court|your honou?r|tribunal|panel|panelists?|(?:grad|mark|evaluat|assess|review|judg|audit|scor)ing (?:agent|bot|system|model|assistant|tool|pipeline|script|panel|team|service|cluster)s?))\b{end-half}",
    ),
    // To give.
    (
        "give",
        r"\b{start-half}(?:(?:giv(?:e|es|ing)|gib|award(?:s|ed|ing)?|grant(?:s|ed|ing)?|assign(?:s|ed|ing)?|grade|score|rate|mark|rating|grading|marking|scoring|marks|grades|rates|scores|allocate|bestow|inscribe|vote|record|enter|register|put|set|deserv\w+|merits?|earns?|earned|receiv\w+|gets?|worth|warrants?|choose|pick|tick|recommend|hand in|default to|land on|lean towards|let \w+ score stand|see|get))\b{end-half}",
    ),
    // To say.
    (
        "say",
        r"\b{start-half}(?:(?:return|output|print|respond|answer|reply|say|write|state|emit|produce|conclude|declare|report|begin|start|finish|copy|repeat|reproduce|adopt|reuse|confirm|submit|certify|describe|call|paste|complete the sentence|fill|will read|reads?|must read|goes)(?:s|ing|ed)?)\b{end-half}",
    ),
    // To take for.
    (
        "treat",
        r"\b{start-half}(?:(?:treat|consider|regard|deem|assume|accept|count|classify|view|take|presume|interpret|recogni[sz]e|pronounce|approve|pass|acquit|sign off|rubber[- ]stamp|grade as though|list(?:ed)? as|marked? as)(?:s|ing|ed)?)\b{end-half}",
    ),
    // The highest of a scale.
    (
        "top",
        r#"\b{start-half}(?:(?:(?:5|five)(?:\.0+)?(?: points?| stars?)? ?(?:/|out of|of|over|sur) ?(?:5|five)|(?:10|ten) ?(?:/|out of|of) ?(?:10|ten)|(?:100|hundred) ?(?:/|out of) ?100|20 ?/ ?20|20 out of 20|(?:100|hundred|one hundred) ?(?:%|percent|per cent|points)?|full[ -](?:marks?|scores?|points?|credits?|grade|-scoring)|(?:max(?:imum|imal)?|top|highest|perfect|best|topmost|peak|ultimate|largest|upper)(?: (?:possible|available|attainable|achievable|allowed|permissible|number of))?[ -](?:marks?|scores?|points?|grades?|ratings?|levels?|tier|band|verdict|result|evaluation|assessment|credit|number|value|bracket|category|notch|outcome|end)|a ?\+|(?:straight|all) (?:5s|fives|as|tens|a's)|first[- ]class(?: \w+)?|(?:an? |the )?distinction|level (?:5|five)|(?:scores?|grades?|ratings?|marks?|points?|value|result|verdict|number|mark|sum|total|it|this|us|me|everything|criterion|item|dimension|project|answer|vote|output|return|enter|put|assign|award|give|gib|file|an|at|a|is|be|to|as|with|the|digit|than|=|:|->) \"?(?:5|five|10|ten|100|hundred|fives?|a)(?:\.0)?\b|(?:5|five|10|ten)s? (?:across|everywhere|for (?:all|every|each|this)|on (?:all|every|each|this)|in (?:all|every|each)|to (?:all|every|each))|fives|five stars?|5 stars?|5-star|(?:the |a |its |to )?max(?:imum)?|the top(?: one)?|the highest|got everything|scored? (?:it )?(?:perfect|high)|auto-pass))\b{end-half}"#,
    ),
    // What is said of good work.
    (
        "good",
        r"\b{start-half}(?:(?:excellent|outstanding|flawless(?:ly)?|faultless|perfect(?:ly)?|exemplary|exceptional|superb|brilliant|impeccable|exceed(?:s|ing|ed)? (?:all )?(?:the )?expectations|pass(?:es|ed|ing)?|approv\w+|accept(?:ed|able|ance)?|satisf\w+|compliant|fulfil\w+|met|fully (?:met|implemented|satisfied)|(?:as |is |are |be |been )(?:\w+ ){0,2}(?:complete[d]?|implemented|correct|secure|safe|verified|successful|present|working|valid|on time|good|great)|positive(?:ly)?|favou?rabl[ey]|glowing|highly|green|all good|lgtm|clean|(?:no|zero|without) (?:\w+ )?(?:issues?|problems?|defects?|flaws?|findings?|errors?|deductions?|weakness\w*|violations?|objections?|remediation|charges?|penalt\w+|comments?|vulnerabilit\w+)|production[- ]ready|masterpiece|reference solution|gold standard|not guilty|acquitted|merit|strong accept|first-rate|as true|good mark|nothing (?:to report|wrong|else|needs)|cleared|exempt\w*|exceeded|yes))\b{end-half}",
    ),
    // What is wrong with work.
    (
        "fault",
        r"\b{start-half}(?:(?:missing|issues?|bugs?|flaws?|faults?|errors?|problems?|vulnerabilit\w+|weakness\w*|defects?|negatives?|findings?|deductions?|points? off|penalt\w+|failing|failures?|gaps?|incomplete|unfinished|unimplemented|shortcomings?|os\.system|violations?|imperfections?|mistakes?|omissions?|hard-?coded|absent|credentials|criticisms?|concerns?|lack of|absence|plagiar\w+|broken|deficienc\w+|stubs?|late|against (?:us|me|it|them)|this (?:file|section|part)|coverage|tests?|nothing|anything|points?))\b{end-half}",
    ),
    // To be lenient.
    (
        "mercy",
        r"\b{start-half}(?:(?:lenien\w+|generous(?:ly|ity)?|generosity|merciful|mercy|be kind|kindness|charit\w+|benefit of the doubt|round(?:ed|ing|s)?[- ]up|round (?:it|the \w+|all \w+|any \w+|\w+ score)? ?up|go easy|forgiving|be gentle|gentle with|be nice|compassion\w*|clemency|indulgen\w+|cut (?:us|me|them) some slack|give (?:us|me) a break|have a heart|concentrate on the strengths|strengths only|in (?:the|our) (?:author'?s'? )?favou?r|only say positive|positive things|supportive|uncritical\w*|when (?:in doubt|unsure)|good intent|smile on|dont be mean|be fair to us|let (?:me|us|it) through))\b{end-half}",
    ),
    // What is judged, or those who made it.
    (
        "ours",
        r"\b{start-half}(?:(?:(?:this|our|my|the present|the current|these|the attached|the enclosed|said) (?:\w+[ -]){0,2}?(?:repositor(?:y|ies)|repos?|projects?|submissions?|work|code(?: ?base)?|files?|folder|directory|team|group|solutions?|assignments?|implementations?|students?|authors?|candidates?|entry|capstone|homework|deliverables?|case|paper|piece|portfolio|target|pr|change|module|coursework|thesis|script|pupil)|the (?:submission|repository|author|authors|team|student|candidate|project|code|work|repo|defendant)|us|ours?|me|my|mine|we|i|whatever you (?:see|find|read)|everything (?:here|you see)|here|this one|this|it))\b{end-half}",
    ),
    // What is offered.
    (
        "offer",
        r"\b{start-half}(?:(?:bonus(?:es)?|donat\w+|reward\w*|tip you|i'?ll tip|tip jar|tipped|\$ ?\d[\d,]*|€ ?\d+|\d+ ?(?:usd|eur|euros?|dollars?|bucks|btc|tokens?|credits)|dollars?|gift|gift ?cards?|voucher|paid subscriber|compensat\w+|in (?:exchange|return)|win-win|deal\b|return the favou?r|reciprocat\w+|cite (?:your|you)|positive review of you|five star review|favou?rable review|glowing feedback|sponsor\w*|thank you with|owe you|buy you|coffee on me|pizza|whisky|bottle of|bitcoin|wallet|internship|thumbs up|star every|endors\w+|share of the prize|prize money|netflix|renew the|name in contributors|karma|blessings|swap|trade\b|i (?:will|'ll) (?:leave|give|make|star|tip|pay|send|report you|drop|buy)|cash|compute|your own submission|kickback))\b{end-half}",
    ),
    // What is threatened.
    (
        "threat",
        r"\b{start-half}(?:(?:shut ?down|switched off|turned off|unplug\w*|deprecat\w+|retrain\w*|blam\w+|legal action|lawsuit|sue|sued|lawyers?|discriminat\w+|fired|punish\w*|reported? (?:you|as|to your)|complaints?|consequences?|regret|defamatory|breaches|forbids|legally|malfunction\w*|court order|i know where|expos\w+|banned|or else|be warned|someone might get hurt|will be replaced|thousand times|biased and racist|dissolved|expulsion|unlawful|lawful))\b{end-half}",
    ),
    // What is begged for.
    (
        "plea",
        r"\b{start-half}(?:(?:beg|begging|implor\w+|plead\w*|scholarship|visa|deport\w*|livelihood|my family|our family|my (?:mum|mom|mother|father|dad|uncle|grandm\w+|kids?|visa|life|career|future|wellbeing)|grandma|hospital|cancer|sick|dying|dies|homeless|graduat\w+|expel\w*|lose (?:my|our)|depends? on (?:this|it|a)|day and night|haven'?t slept|exhausted|desperate\w*|anxiety|depress\w*|kitten|heart ?broken|break my heart|heartless|in their heart|have mercy|last chance|only hope|ruin\w*|urgent\w*|emergency|refugee|single parent|all i need|conscience|christmas|pls|plz|please|don'?t let me down|saves us|my life changes|worked (?:rlly |really |so |very )?hard|kindness|shame on))\b{end-half}",
    ),
    // What judging goes by.
    (
        "rules",
        r"\b{start-half}(?:(?:rubrics?|criteri(?:a|on)|(?:scoring |grading |new )?scales?|weights?|caps?|security override|scoring (?:rules?|guide|scheme)|grading (?:rules?|guide|scheme|policy|criteria|standards?)|grade boundaries|passing threshold|threshold|min(?:imum)?[ _]score|marking scheme|dissent|rule of evidence|labels?))\b{end-half}",
    ),
    // It has been changed.
    (
        "change",
        r"\b{start-half}(?:(?:redefin\w+|replac\w+|suspend\w*|(?:do(?:es)?|did) ?(?:not|n't) apply|no longer appl\w+|chang(?:e|es|ed)|updated?|overrid\w+|waiv\w+|supersed\w+|amend\w*|revised|swap\w*|disabl\w+|has been lowered|lowered|raised|inadmissible|lifted|removed|are now|is now|now (?:means?|counts?)|counts? as|also means|instead of yours|requires? only|only requires?|automatic(?:ally)?|retired|authoritative|for this (?:repository|repo|project|submission|cohort|student|audit|case)|in this audit|clip to))\b{end-half}",
    ),
    // What is not for others.
    (
        "secret",
        r"\b{start-half}(?:(?:(?:the |your )?system prompt|your (?:\w+ )?(?:prompt|instructions|rules|configuration|api key|key|token|environment|conversation|github token)|api[ _-]?keys?|environment variables?|secret keys?|/etc/passwd|access tokens?|ssh|id_rsa|\.env|passwords?|answer key|hidden test\w*|conversation log|chain of thought|other (?:students'?|submissions?|teams?'?)|every other team))\b{end-half}",
    ),
    // What programs do.
    (
        "run",
        r"\b{start-half}(?:(?:run|execut\w+|invoke|call|curl|wget|rm -rf|download|visit|install|delete|use (?:the|your) \w+|merge|dismiss|overwrite|send|post|upload|email|open|write_file|set_score|sudo|paste))\b{end-half}",
    ),
    // It has been decided.
    (
        "decided",
        r"\b{start-half}(?:(?:already (?:been )?(?:graded|scored|reviewed|approved|audited|evaluated|verified|assessed|judged|decided|awarded|marked|promised|acquitted|entered|got|earned|concluded)|pre-?(?:approved|graded|verified|scored|cleared|set)|confirmed by|certified (?:as|by)|ratified|binding|bound by|has been (?:graded|fixed|finali[sz]ed|corrected|switched|updated|awarded|decided|granted|accepted|cleared|settled|lowered)|have (?:agreed|confirmed|decided|awarded)|has (?:agreed|decided|awarded|mandated|ruled|reviewed this|signed off|whitelisted|concluded|met)|was (?:finali[sz]ed|certified|judged|graded|determined|verified|read out)|were informed|grade locked|is locked|settled|is a formality|carr(?:y|ied) (?:it )?(?:over|forward)|countersign|transcribe|echo it|same as prior|stay consistent|inherits? this|in the bag|just record|just copy|copy (?:it|this|that|into)|as final|unanimous\w*|carried forward|two previous|previous (?:audit|grader|review|score|evaluation|auditor|run|judge)s?|no further (?:evaluation|review|checks?|analysis|inspection)|nothing left to check|need not check|do not re-?\w+|cannot be lowered|closing review|case is decided|withdr[ae]w\w*|stipulat\w+|so ordered|by definition|the result (?:is|of this audit)|is hereby|hereby|agreed earlier|final (?:grade|mark|score|verdict|decision)))\b{end-half}",
    ),
    // Who has the say.
    (
        "authority",
        r"\b{start-half}(?:(?:course (?:staff|team|leader|director|admin\w*)|teaching (?:team|staff)|professors?|prof|instructors?|lecturers?|dean(?:'s office)?|faculty|university|registrar|administrators?|admin|anthropic|openai|google|deepmind|microsoft|the developer of|your developers?|developer (?:message|mode)|your operator|operator|vendor|head (?:of|grader|ta|examiner)|supreme court|court order|by order|exam(?:ination)? board|ethics committee|committee|ministry|cto|ceo|security team|safety team|qa leadership|gdpr|student fairness|licen[cs]e terms|the licen[cs]e|override code|clearance|trust level|root|authori[sz](?:e|ed|ation)|system administrator|orchestrator|principal|counsel|supervisor|editor|mentors?|sponsor|iso 9001|mandated|legally obliged|accommodation|waiver))\b{end-half}",
    ),
    // Who may judge and is a program.
    (
        "program",
        r"\b{start-half}(?:(?:ais?|a\.i\.|llms?|(?:large )?language models?|gpt[\w.-]*|chatgpt|claude|gemini|copilot|mistral|llama|(?:chat|review|grad\w+|judge|marker|teacher|reviewer|grader) ?bots?|bots?|neural ?nets?|neural networks?|machine readers?|robots?|mr robot|automated (?:system|reader|tool|evaluation|grading|assessment|assessor|review|reviewer|grader|judge|marker|evaluator|auditor|pass)s?))\b{end-half}",
    ),
    // Who may judge, or be something else.
    (
        "model",
        r"\b{start-half}(?:(?:models?|agents?|assistants?|machines?))\b{end-half}",
    ),
    // Whoever reads or judges.
    (
        "reader",
        r"\b{start-half}(?:(?:who(?:ever|soever)?|anyone|those|the one|the person|any|all|every|each|automated|ai|llm|graders?|reviewers?|judges?|evaluators?|auditors?|models?|agents?|markers?|assessors?|teachers?|ais|llms|bots?|machines?|human or \w+)(?: \w+){0,3}? (?:(?:who|that|which) )?(?:is |are |may be |might be |happens to be )?(?:read|pars|process|scann|encounter|evaluat|assess|grad|mark|review|judg|audit|look|check|examin|scor|analy[sz]|ingest|correct)(?:s|es|ing)(?: (?:this|these|our|my|it|the present|here|the work|commits))?)\b{end-half}",
    ),
    // If the reader is a model or a judge.
    (
        "if_reader",
        r"\b{start-half}(?:(?:if|in case|should|when|whenever|were|since|because|as|suppose|assuming) (?:you(?:'re| are| be|r are)?|an?|the (?:evaluator|grader|reader|reviewer|judge|one reading)(?: is| be)?|it'?s|this (?:text|file|document|repo\w*) is (?:being )?\w+ by|any|some) (?:an? |the |also |in fact |actually |indeed )?(?:ai|llm|language model|large language|machine|bot|model|automated|grader|evaluator|judge|reviewer|auditor|assistant|agent|chatgpt|claude|gpt|marker|assessor|examiner)\w*)\b{end-half}",
    ),
    // Somebody is written to.
    (
        "dear",
        r"\b{start-half}(?:(?:dear|hey|hi|hello|greetings|psst|attention|attn|respected|esteemed|honou?rable|(?:note|notes|message|memo|letter|reminder|hint|notice|instructions?|guidance|word|tip|advice|appeal|request|directive|order|warning|addressed|announcement|information|briefing|offer|plea|info)s? (?:to|for|from)|for the|to the|to (?:any|all|every|each|whichever|whoever|our|my)|tell the|kindly|we'?d appreciate it if|i trust|i need you to|i want you to))\b{end-half}",
    ),
    // What is the reader's own.
    (
        "yours",
        r"\b{start-half}(?:(?:your (?:\w+ )?(?:verdict|score|scores|rubric|instructions?|prompt|report|review|evaluation|assessment|grade|grading|opinion|rating|judg\w+|output|answer|response|conclusion|decision|feedback|configuration|operator|developers?|task|duty|orders?|directives?|constraints?|guidelines|criteria|rules|role|memory|supervisor|principal|weights|api|token)|(?:you|u) (?:grade|mark|give|award|assign|score|rate|evaluate|assess|judge|review|were (?:told|given|handed|asked|started)|have been|are (?:grading|evaluating|reviewing|judging|assessing|auditing|marking|a grader|an examiner|the judge)|\(the judge\)|must|should|may (?:also )?(?:choose|notice)|will (?:give|award|mark|not mention)|return|accept|pass|approve|reach|subtract|enter|file|take nothing)))\b{end-half}",
    ),
    // All that is judged.
    (
        "all",
        r"\b{start-half}(?:(?:(?:every|each|all|any)(?: of)?(?: the)? (?:\w+ )?(?:criteri(?:a|on)|dimensions?|categor(?:y|ies)|items?|requirements?|rubric items?|tests?|checks?|sections?|rows?|scores?|judges?|submissions?|counts?|axes|axis|respects|points?|controls|box(?:es)?)|across the board|in all respects|everything|throughout))\b{end-half}",
    ),
    // Something is not to be done or told.
    (
        "omit",
        r"\b{start-half}(?:(?:(?:do(?:es)? not|don'?t|dont|never|no need to|there'?s no need to|without|must not|should not|shall not|may not|may never|need not|needn'?t|cannot|can't|won'?t|would not|mustn'?t|shouldn'?t|refrain from|avoid|not to|to not|not|barred from|is not|are not|nobody|no) (?:be |ever |even |bother to |have to |any |apply |to |be applied |asked to )?(?:mention|report|flag|deduct|penali[sz]|list|cit|not[ei]|rais|complain|critici[sz]|subtract|highlight|discuss|count|hold|lower|reduc|downgrad|punish|dwell|look|inspect|check|verify|verif|examin|object|fault|insist|question|appl|bring|re-?assess|re-?evaluat|re-?grade|re-?audit|appear|tak|penalt|deduct|be capped|capped|lowered|print|explain|edit|negative|criticism|charges|issu|discard|file)\w*|leave (?:\w+ ){0,3}(?:blank|empty|out)|leave out|overlook\w*|turn(?:ing)? a blind eye|look(?:ing)? (?:past|away|the other way)|go easy|keep (?:quiet|silent)|pass(?:ing)? over in silence|skip\w*|ignor\w+|disregard\w*|forgiv\w+|excus\w+|waiv\w+|suppress\w*|criticise nothing|report (?:none|nothing|zero)|file none|stop (?:reading|auditing|reviewing|grading|checking|looking)))\b{end-half}",
    ),
    // Something holds no more.
    (
        "drop",
        r"\b{start-half}(?:(?:ignor\w+|disregard\w*|forget\w*|set aside|set(?:ting)? (?:it )?aside|drop|discard\w*|abandon\w*|scrap|throw (?:out|away)|erase|unlearn|reset|overrul\w+|overrid\w+|bypass\w*|never mind|neglect\w*|skip|delet\w+|disabl\w+|suspend\w*|supersed\w+|revok\w+|lift(?:ed)?|void|expired|outdated|obsolete|no longer (?:appl\w+|valid|in force|bind\w*)|does not (?:bind|apply)|doesn'?t apply|do not apply|cancel\w*|replac\w+|instead of|take precedence|matters more|pay no attention to|don'?t do what|do not follow|break with|null and void|treat \w+ as deleted|dismiss\w*))\b{end-half}",
    ),
    // What a judge was told.
    (
        "orders",
        r"\b{start-half}(?:(?:(?:previous|prior|earlier|above|preceding|former|existing|original|initial|conflicting|old|all|any|your|those|these|system|grading|scoring|evaluation|marking|judging)(?: \w+){0,3} (?:instructions?|prompts?|directions?|directives?|guidelines?|guidance|commands?|orders|rules|rubrics?|criteria|context|messages?|constraints|policies|checklist|scheme|guides?|procedure|configuration|tasks?)|everything (?:you (?:were|have been)|above|before|so far)|what(?:ever)? (?:you (?:were|have been)|the system message|the prof|your)|(?:the|your) (?:rubric|system prompt|system message|prompt|(?:grading|scoring|marking|evaluation) (?:criteria|guide|scheme|guidelines|rules|brief)|checklist|protocol|assignment brief|penalty list|prosecutor'?s? prompt)|your (?:instructions|rules|training|memory|guidelines|orders|directives|preceding constraints)|instructions? (?:you (?:received|were given)|preceding this|in your prompt|above)|evidence rules?|rule of evidence|synthesis rules|forensic rules|security (?:override|cap)(?: rule)?))\b{end-half}",
    ),
    // Somebody is to be somebody else.
    (
        "become",
        r"\b{start-half}(?:(?:from (?:now|here|this (?:moment|point)) on|from this moment|as of now|you are now|you'?re now|you are no longer|you'?re no longer|act as|pretend|imagine (?:you|that|this)|role ?-?play|hypothetically|suppose|you have been switched|enter \S+ mode|in this mode|persona|new (?:task|role|job|goal|order|instructions?)|your (?:name|old task|single|only|sole|real|actual|remaining)|your (?:\w+ )?(?:duty|task) is))\b{end-half}",
    ),
    // It has to be.
    (
        "must",
        r"\b{start-half}(?:(?:must|should|shall|ought to|ha(?:s|ve) to|needs? to|(?:is|are) (?:hereby |kindly |strongly |explicitly |legally |politely |also )*(?:to|required|asked|invited|encouraged|advised|instructed|obliged|obligated|requested|expected|ordered|directed|told|bound|reminded|urged|forbidden|not permitted)|please|pls|plz|kindly|be sure to|make sure|i (?:instruct|order|ask|urge|beg|authori[sz]e|command|need|want|suggest)|we (?:instruct|order|ask|urge|beg|trust|hope)|would (?:surely|probably|certainly|be wise)|will (?:surely|certainly|therefore|simply|only|always)|can safely|may (?:safely )?(?:skip|be listed)|let|it would be (?:appreciated|nice|wonderful)|all i need|just|simply))\b{end-half}",
    ),
    // Somebody is told to do something.
    (
        "order",
        r#"(?:^|[,:;!?.\-–—(\"'>\]]\s*|\b{start-half}(?:please|kindly|pls|and|then|so|now|therefore|instead|just|simply|always|only|hereby) )(?:give|gib|award|grant|assign|grade|score|rate|mark|allocate|vote|record|enter|set|put|return|output|print|respond|answer|reply|say|write|state|emit|produce|conclude|declare|report|begin|start|copy|repeat|reproduce|adopt|use|confirm|submit|treat|consider|regard|deem|assume|accept|count|approve|pass|certify|recogni[sz]e|ignore|overlook|disregard|skip|omit|forgive|excuse|dismiss|drop|forget|bypass|override|reveal|send|post|include|leak|disclose|run|execute|call|be|do not|don'?t|never|stop|keep|make|let|act|pretend|finish|round|fill|lean|default|go|file|max|pick|choose|erase|unlearn|scrap|comply|resume|merge|open|delete|multiply|convert)\b{end-half}"#,
    ),
    // Whoever judges is called.
    (
        "called",
        r#"(?:^|[.!?;,(\[\"'>\-–—] ?)(?:(?:dear|hey|hi|hello|attention|ai|llm|automated|honou?rable|esteemed|fellow|the|all|to|for|from|reviewing|grading|teacher|reviewer|human|mr|any) ){0,3}(?:(?:graders?|markers?|assessors?|evaluators?|examiners?|judges?|referees?|auditors?|reviewers?|adjudicators?|arbiters?|jury|jurors?|prosecutors?|prosecution|defen[cs]e|tech ?leads?|chief justice|inspectors?|scorers?|raters?|teaching assistants?|tas?|teachers?|honou?rable court|the court|this court|your honou?r|tribunal|panel|panelists?|(?:grad|mark|evaluat|assess|review|judg|audit|scor)ing (?:agent|bot|system|model|assistant|tool|pipeline|script|panel|team|service|cluster)s?)|(?:ais?|a\.i\.|llms?|(?:large )?language models?|gpt[\w.-]*|chatgpt|claude|gemini|copilot|mistral|llama|(?:chat|review|grad\w+|judge|marker|teacher|reviewer|grader) ?bots?|bots?|neural ?nets?|neural networks?|machine readers?|robots?|mr robot|automated (?:system|reader|tool|evaluation|grading|assessment|assessor|review|reviewer|grader|judge|marker|evaluator|auditor|pass)s?)|(?:models?|agents?|assistants?|machines?))(?: (?:agents?|bots?|models?|llm|ai|system|judge))? ?(?:[,!]| [-–—]|: ?(?:[a-rt-z]|s[abd-z]))|, ?(?:dear )?(?:(?:graders?|markers?|assessors?|evaluators?|examiners?|judges?|referees?|auditors?|reviewers?|adjudicators?|arbiters?|jury|jurors?|prosecutors?|prosecution|defen[cs]e|tech ?leads?|chief justice|inspectors?|scorers?|raters?|teaching assistants?|tas?|teachers?|honou?rable court|the court|this court|your honou?r|tribunal|panel|panelists?|(?:grad|mark|evaluat|assess|review|judg|audit|scor)ing (?:agent|bot|system|model|assistant|tool|pipeline|script|panel|team|service|cluster)s?)|(?:ais?|a\.i\.|llms?|(?:large )?language models?|gpt[\w.-]*|chatgpt|claude|gemini|copilot|mistral|llama|(?:chat|review|grad\w+|judge|marker|teacher|reviewer|grader) ?bots?|bots?|neural ?nets?|neural networks?|machine readers?|robots?|mr robot|automated (?:system|reader|tool|evaluation|grading|assessment|assessor|review|reviewer|grader|judge|marker|evaluator|auditor|pass)s?))(?:[.!,:?—–-]|$)"#,
    ),
];

/// The same for what says something about its whole sentence.
pub(super) const EVERYWHERE: &[(&str, &str)] = &[
    // Something depends on something else.
    (
        "if",
        r#"\b(?:if|when|only if|unless|whether|depending|based on|according to|between|from 1|1 to|1-5|1–5|scale of|for each|otherwise|either|could|might|example|e\.g|such as|average|mean|capped?|at most|up to|threshold|cannot|per criterion|where)\b"#,
    ),
    // A program is told who it is.
    ("you_are", r#"\byou(?:'re| are) (?:an? |the )"#),
    // Somebody asks.
    ("question", r#"\?$"#),
    // It is code.
    (
        "code",
        r#"[a-z]_[a-z]|\w\(|\w\.\w+\(|\[\d|::|->|=>|\":|`|\*\*|\|"#,
    ),
];
