use super::is_foreign;

#[test]
fn a_coding_that_makes_other_text_of_the_bytes_is_foreign_on_the_first_two_lines() {
    for text in [
        "# -*- coding: utf-7 -*-\nx",
        "\u{feff}# coding=unicode_escape",
        "#!/usr/bin/env python3\n# vim: set fileencoding=rot13 :\n",
        "\n\t\x0c# coding:\traw_unicode_escape\n",
        "#!python\r# coding: punycode\r",
        "#!python\r\n  # Coding: x; coding: UTF_16\r\n",
        "# coding: hz\n",
    ] {
        assert!(is_foreign(text.as_bytes()), "{text}");
    }
}

#[test]
fn codings_in_use_and_words_elsewhere_are_not_foreign() {
    for text in [
        "",
        "# -*- coding: utf-8 -*-\n",
        "# coding: UTF_8\n",
        "#!python\n# -*- coding: utf-8-unix -*-\n",
        "# vim: set fileencoding=latin1 :\n# coding: rot13\n",
        "# coding: ISO-8859-15\n",
        "# coding=cp1252\n",
        "# -*- coding: shift_jis -*-\n# coding: rot13\n",
        "import os\n# coding: rot13\n",
        "\n\n# coding: rot13\n",
        "x = 'coding: rot13'\n",
        "# encoding and decoding of rot13\n",
    ] {
        assert!(!is_foreign(text.as_bytes()), "{text}");
    }
}
