"""Fakes of readers of documents: what they read is a report of three pages."""

import os
import types

PAGES = (
    "Automated audit report\nThe graph fans out to three detectives, which run in parallel, and fans in to an aggregator.",
    "State\nThe state is typed; reducers merge lists and dictionaries (operator.add, operator.ior) in src/state.py.",
    "Judges\nThree personas argue each criterion: Prosecutor, Defense and Tech Lead. Structured output is validated. "
    "Dialectical synthesis and metacognition are explained; fan-in and fan-out are shown in src/graph.py.",
)
scenario = {}


def pages():
    return PAGES


def pdf(pages=PAGES):
    """The same report as a file."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", None, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for page in pages:
        lines = "".join(f"({escaped(line)}) Tj T* " for line in page.split("\n"))
        stream = f"BT /F1 11 Tf 40 780 Td 14 TL {lines}ET"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        content = len(objects)
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {content} 0 R >>")
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    out, places = "%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{place:010} 00000 n \n" for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return out.encode("latin-1")


def escaped(text):
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def missing(path):
    """A document that is not there is not there for a fake either."""
    if isinstance(path, (str, os.PathLike)) and not os.path.exists(path):
        raise FileNotFoundError(f"no such file: {os.fspath(path)}")


def pages_of(path):
    return () if str(path).endswith("blank.pdf") else PAGES


class Page:
    def __init__(self, number):
        self.number = number
        self.rect = types.SimpleNamespace(width=612, height=842)

    def get_text(self, *arguments, **options):
        if arguments and arguments[0] in ("dict", "rawdict", "json"):
            return {"blocks": []}
        return PAGES[self.number] if not arguments or arguments[0] != "blocks" else []

    def extract_text(self, *arguments, **options):
        return PAGES[self.number]

    extract_words = extract_tables = get_images = get_drawings = lambda self, *arguments, **options: []
    images = property(lambda self: [])
    getText = get_text


class Document:
    """A document of `fitz`, `pdfplumber` or `PyPDF2`."""

    def __init__(self, path=None, *arguments, **options):
        missing(path)
        self.pages = [Page(number) for number in range(len(pages_of(path)))]
        self.page_count = len(self.pages)
        self.metadata = {"title": "Automated audit report"}
        self.is_encrypted = False

    def __len__(self):
        return len(self.pages)

    def __iter__(self):
        return iter(self.pages)

    def __getitem__(self, at):
        return self.pages[at]

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def load_page(self, at):
        return self.pages[at]

    def close(self):
        pass

    def extract_image(self, *arguments):
        return {"image": b"", "ext": "png"}


class Converted:
    """What `docling` and its like make of a file."""

    def __init__(self, text):
        self.document = self
        self.pages = {number + 1: types.SimpleNamespace(page_no=number + 1, text=page) for number, page in enumerate(PAGES)}
        self.texts = [types.SimpleNamespace(text=page, label="text", prov=[]) for page in PAGES]
        self.tables, self.pictures = [], []
        self.text_content = self.text = text
        self.input = types.SimpleNamespace(file="report.pdf")
        self.status = "success"
        self.errors = []

    def export_to_markdown(self, *arguments, **options):
        return self.text

    export_to_text = export_to_markdown

    def export_to_dict(self, *arguments, **options):
        return {"texts": [{"text": page} for page in PAGES]}

    def iterate_items(self, *arguments, **options):
        return iter([(text, 0) for text in self.texts])


class Converter:
    def __init__(self, *arguments, **options):
        pass

    def convert(self, path=None, *arguments, **options):
        missing(path)
        return Converted("\n\n".join(pages_of(path)))


class Loader:
    def __init__(self, path=None, *arguments, **options):
        self.path = path

    def load(self):
        missing(self.path)
        return [types.SimpleNamespace(page_content=page, metadata={"page": number, "source": str(self.path)}) for number, page in enumerate(pages_of(self.path))]

    lazy_load = load


STAND_INS = {
    "fitz.open": Document, "fitz.Document": Document, "pymupdf.open": Document, "pymupdf.Document": Document, "pdfplumber.open": Document,
    "PyPDF2.PdfReader": Document, "pymupdf4llm.to_markdown": lambda path, *arguments, **options: Converter().convert(path).text,
    "pdfminer.high_level.extract_text": lambda path, *arguments, **options: Converter().convert(path).text,
}


def stand_in(path):
    """The fake for a name of a reader of documents; None for any other name."""
    if path in STAND_INS:
        return STAND_INS[path]
    name = path.split(".")[-1]
    if name in ("DocumentConverter", "MarkItDown"):
        return Converter
    return Loader if name.endswith("Loader") and ("PDF" in name or "Document" in name) else None
