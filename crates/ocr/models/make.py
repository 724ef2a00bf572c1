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


def fold(model):
    """Takes numbers that all values are multiplied by or that are added to all into the weights of the convolutions beside
    them. Makes one step of the four that a hard swish is written in, for the runtime passes over all values for each step."""
    nodes = {node.output[0]: node for node in model.graph.node}
    constants = dict(tensors(model))
    takers = {}
    for node in model.graph.node:
        for name in node.input:
            takers.setdefault(name, []).append(node)

    def numbers(name):
        return numpy_helper.to_array(constants[name]).astype("f8")

    def set_numbers(name, values):
        assert len(takers[name]) == 1, f"{name} is shared"
        put(constants[name], values.astype("f4"))

    def step(name, kind):
        """What is done next with these values and one number, if that is all that is done with them: the node, the number."""
        node = takers[name][0]
        fixed = [each for each in node.input if each in constants and constants[each].dims in ([], [1])]
        if len(takers[name]) == 1 and node.op_type == kind and fixed:
            return node, fixed[0]
        return None, None

    def drop(node, kept):
        """Leaves a node out: what it made is what it took."""
        for taker in takers[node.output[0]]:
            taker.input[:] = [kept if name == node.output[0] else name for name in taker.input]
        takers[kept] = takers.pop(node.output[0])
        model.graph.node.remove(node)

    def affine(name):
        factor, by = step(name, "Mul")
        total, more = step(factor.output[0], "Add") if factor else (None, None)
        return (factor, numbers(by).item(), total, numbers(more).item()) if total else None

    for conv in [node for node in model.graph.node if node.op_type == "Conv" and len(node.input) == 3]:
        if found := affine(conv.output[0]):
            factor, by, total, more = found
            set_numbers(conv.input[1], numbers(conv.input[1]) * by)
            set_numbers(conv.input[2], numbers(conv.input[2]) * by + more)
            drop(factor, conv.output[0])
            drop(total, conv.output[0])
    for divided in [node for node in model.graph.node if node.op_type == "Div" and node.input[0] in nodes]:
        product = nodes[divided.input[0]]
        clipped = [nodes[name] for name in product.input if name in nodes and nodes[name].op_type == "Clip"]
        raised = nodes[clipped[0].input[0]] if product.op_type == "Mul" and clipped else None
        if raised is None:
            continue
        value = next(name for name in product.input if name != clipped[0].output[0])
        told = [numbers(name).item() for name in [*clipped[0].input[1:], divided.input[1]]]
        assert told == [0, 6, 6] and value in raised.input, "no hard swish"
        swish = onnx.helper.make_node("HardSwish", [value], list(divided.output))
        model.graph.node.insert(list(model.graph.node).index(divided), swish)
        for gone in (raised, clipped[0], product, divided):
            model.graph.node.remove(gone)
        takers[value] = [swish]
        if not (found := affine(swish.output[0])):
            continue
        factor, by, total, more = found
        after = takers[total.output[0]]
        if any(node.op_type != "Conv" for node in after):
            continue
        is_whole = all(is_padless(conv) and len(conv.input) == 3 for conv in after)
        for conv in after:
            set_numbers(conv.input[1], numbers(conv.input[1]) * by)
            if is_whole:
                added = numbers(conv.input[1]).sum(axis=(1, 2, 3)) * more / by
                set_numbers(conv.input[2], numbers(conv.input[2]) + added)
        drop(factor, swish.output[0])
        if is_whole:
            drop(total, swish.output[0])
        else:
            # The rim of zeros around the values is not raised with them.
            set_numbers(next(name for name in total.input if name in constants), numpy.array([more / by]))


def is_padless(conv):
    return not any(attribute(conv, "pads").ints) and attribute(conv, "group").i == 1


def stages(model):
    """The convolutions with squares in their order, but for the one that takes the picture, a line each: what goes in, weights,
    shifts where there are any, what comes out, steps down and across. The last line is what else stages take, and the rest."""
    constants = dict(tensors(model))
    maker = {name: node for node in model.graph.node for name in node.output}
    convolutions = [node for node in model.graph.node if node.op_type == "Conv" and node.input[0] in maker]
    cuts = [node for node in convolutions if is_square(constants[node.input[1]].dims)]
    lines = [[*node.input, *[""] * (3 - len(node.input)), node.output[0], *map(str, attribute(node, "strides").ints)] for node in cuts]
    known, kept, last = set(), set(), None
    for node in cuts:
        kept |= taken(node.input[0], maker, known) - {last}
        last = node.output[0]
        known |= {node.input[0], last}
    kept |= taken(model.graph.output[0].name, maker, known)
    return "".join("\t".join(line) + "\n" for line in [*lines, sorted(kept)])


def taken(goal, maker, known):
    """What a value is made of, as far as that is known."""
    open_, seen = [goal], set()
    while open_:
        name = open_.pop()
        if name in maker and name not in seen | known:
            open_ += maker[name].input
        seen.add(name)
    return seen & known


def is_square(dims):
    return len(dims) == 4 and dims[2] == dims[3] > 1


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
    for model in (detect, read):
        fold(model)
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
