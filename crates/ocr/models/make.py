#!/usr/bin/env python3
"""Makes detect.bin, read.bin, detect.txt, read.txt and characters.txt from the public wheel that README.md names.

    pip download rapidocr-onnxruntime==1.4.4 --no-deps
    pip install onnx==1.23.2 numpy
    python3 make.py rapidocr_onnxruntime-1.4.4-py3-none-any.whl

What comes out depends on the wheel alone; the digests in README.md are those of the unpacked models, since
another zlib may pack the same bytes in another way.
"""

import hashlib
import struct
import sys
import unicodedata
import zipfile
import zlib

import numpy
import onnx
from onnx import numpy_helper

FOLDER = "rapidocr_onnxruntime/models/"
# Bits of the fraction of a weight that are kept, of 23: the rest packs to nothing.
DETECT_BITS = 7
READ_BITS = 8
# Signs beyond ASCII that stand in file trees, diagrams and set text.
TYPOGRAPHIC = "“”‘’«»–—…•·°±×÷≤≥≠≈→←↑↓│├─┌┅▶►■□▪●○◆◇▲▼△√∞µμ§®™©€£¥"
# Signs of Chinese type that mean a sign of ASCII.
MEANT = {"、": ",", "。": ".", "【": "[", "】": "]", "〔": "[", "〕": "]", "—": "-", "–": "-", "～": "~", "´": "'",
         "′": "'", "〈": "<", "〉": ">", "∶": ":", "‧": "·", "∣": "|", "▏": "|", "▕": "|", "▎": "|", "﹑": ",", "ˉ": "-"}


def meant(sign):
    """What a sign of the dictionary is read as; None where the auditor has no use for it."""
    sign = MEANT.get(sign, sign)
    folded = unicodedata.normalize("NFKC", sign)
    if len(folded) == 1 and " " <= folded <= "~":
        return folded
    return sign if sign in TYPOGRAPHIC else None


def rounded(values, bits):
    """The nearest numbers with so many bits of fraction, ties to even, as floats."""
    raw = numpy.ascontiguousarray(values, dtype="<f4").view("<u4").astype("u8")
    drop = 23 - bits
    half = (1 << (drop - 1)) - 1 + ((raw >> drop) & 1)
    raw = ((raw + half) >> drop) << drop
    return raw.astype("<u4").view("<f4").reshape(numpy.shape(values))


def tensors(model):
    for node in model.graph.node:
        if node.op_type == "Constant":
            yield node.output[0], node.attribute[0].t


def round_all(model, bits):
    for _, tensor in tensors(model):
        # Small ones are shifts, means and bounds, which cost nothing and matter more.
        if tensor.data_type == onnx.TensorProto.FLOAT and numpy.prod(tensor.dims) >= 64:
            put(tensor, rounded(numpy_helper.to_array(tensor), bits))


def put(tensor, values):
    tensor.CopyFrom(numpy_helper.from_array(numpy.ascontiguousarray(values), tensor.name))


def prune(model):
    """Leaves of the reader's classes those that are of use; what each is read as."""
    dictionary = model.metadata_props[0].value.split("\n") + [" "]
    classes = [(0, "")] + [(at, meant(sign)) for at, sign in enumerate(dictionary, 1) if meant(sign)]
    kept = [at for at, _ in classes]
    constants = dict(tensors(model))
    product = [node for node in model.graph.node if node.op_type == "MatMul"][-1]
    total = next(node for node in model.graph.node if product.output[0] in node.input)
    for name in (product.input[1], next(name for name in total.input if name in constants)):
        put(constants[name], numpy_helper.to_array(constants[name])[..., kept])
    return [read_as for _, read_as in classes[1:]]


def stages(model):
    """The convolutions of single channels in their order, a line each: what goes in, weights, shifts, what comes out, steps
    down and across; then what the rest of the network takes. Each takes what the ones before it lead to and nothing else."""
    single = [node for node in model.graph.node if node.op_type == "Conv" and attribute(node, "group").i > 1]
    lines = [[*node.input, node.output[0], *map(str, attribute(node, "strides").ints)] for node in single]
    ends = [node.output[0] for node in single]
    maker = {name: node for node in model.graph.node for name in node.output}
    needed, open_, seen = [], [model.graph.output[0].name], set()
    while open_:
        name = open_.pop()
        if name in ends or name in [line[0] for line in lines]:
            needed += [name] if name not in needed else []
        elif name in maker and name not in seen:
            seen.add(name)
            open_ += maker[name].input
    return "".join("\t".join(line) + "\n" for line in [*lines, sorted(needed)])


def attribute(node, name):
    return next(one for one in node.attribute if one.name == name)


def packed(model):
    """The model with the first bytes of all words first, then the second, and so on, packed by zlib."""
    model.ClearField("metadata_props")
    plain = model.SerializeToString(deterministic=True)
    whole = plain + bytes(-len(plain) % 4)
    planes = b"".join(whole[at::4] for at in range(4))
    return struct.pack("<I", len(plain)) + zlib.compress(planes, 9), hashlib.sha256(plain).hexdigest()


def main(wheel):
    with zipfile.ZipFile(wheel) as files:
        detect = onnx.load_from_string(files.read(FOLDER + "ch_PP-OCRv4_det_infer.onnx"))
        read = onnx.load_from_string(files.read(FOLDER + "ch_PP-OCRv4_rec_infer.onnx"))
    characters = prune(read)
    round_all(detect, DETECT_BITS)
    round_all(read, READ_BITS)
    with open("characters.txt", "w", encoding="utf-8") as file:
        file.write("\n".join(characters) + "\n")
    for name, model in (("detect", detect), ("read", read)):
        content, digest = packed(model)
        with open(name + ".bin", "wb") as file:
            file.write(content)
        with open(name + ".txt", "w", encoding="utf-8") as file:
            file.write(stages(model))
        print(name, len(content), digest)


if __name__ == "__main__":
    main(sys.argv[1])
