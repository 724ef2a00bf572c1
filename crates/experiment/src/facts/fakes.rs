//! Which fakes lay on the way of a node.

use crate::seen::Seen;
use wordlist::array;

/// Makers of models and readers of documents, by the first part of a module's name: what stands for these answers as they would.
const ANSWERING: [&str; 27] = array(
    "openai anthropic groq ollama litellm cohere mistralai together instructor huggingface_hub transformers vertexai \
     boto3 replicate fireworks dashscope zhipuai google langchain fitz pymupdf pymupdf4llm pdfplumber PyPDF2 pdfminer \
     docling markitdown",
);
/// What stands before the maker in names of packages that join one to the graph library.
const JOINED: &str = "langchain_";

/// Whether the file of a place imported a module that only a fake stood for, one that does nothing.
pub(super) fn lie_at(seen: &Seen<'_>, place: &str) -> bool {
    let file = place.rsplit_once(':').map_or(place, |(file, _)| file);
    let is_idle = |module: &str| !ANSWERING.contains(&module) && !module.starts_with(JOINED);
    let mut fakes = seen.stubs.iter();
    fakes.any(|(module, by)| is_idle(module) && by.contains(file))
}
