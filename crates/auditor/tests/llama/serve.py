"""Serves a tiny model of random weights with llama.cpp's own HTTP server (the `xllamacpp` wheel), on loopback.

    serve.py DIRECTORY PORT

The text that comes out means nothing; tokenizer, grammar of the schema, pictures, usage, cut answers and errors are
real. Needs `xllamacpp`, `gguf` and `numpy`; nothing is downloaded.
"""

import sys

import gguf
import numpy as np
import xllamacpp

VOCABULARY_EXTRA = [chr(code) for code in range(32, 127)]
WIDTH, LAYERS, HEADS, INNER, CONTEXT = 64, 2, 4, 128, 32768


def tokens():
    kinds = gguf.TokenType
    rows = [("<unk>", 0.0, kinds.UNKNOWN), ("<s>", 0.0, kinds.CONTROL), ("</s>", 0.0, kinds.CONTROL)]
    rows += [(f"<0x{byte:02X}>", 0.0, kinds.BYTE) for byte in range(256)]
    rows += [("\u2581" if text == " " else text, -float(at), kinds.NORMAL) for at, text in enumerate(VOCABULARY_EXTRA)]
    return rows


def bias(at, text):
    """Printable characters only, quotes likely, so that texts inside JSON end soon."""
    if at in (0, 1) or 3 <= at < 259:
        return -40.0
    if at == 2:
        return 2.0
    return {'"': 4.0, "\\": -40.0, "\u2581": 2.0}.get(text, 1.0 if text.isalpha() else 0.0)


def write_model(path):
    rows, random = tokens(), np.random.default_rng(7)
    out = gguf.GGUFWriter(path, "llama")
    out.add_name("tiny-random")
    out.add_context_length(CONTEXT)
    out.add_embedding_length(WIDTH)
    out.add_block_count(LAYERS)
    out.add_feed_forward_length(INNER)
    out.add_head_count(HEADS)
    out.add_head_count_kv(HEADS)
    out.add_layer_norm_rms_eps(1e-5)
    out.add_rope_dimension_count(WIDTH // HEADS)
    out.add_vocab_size(len(rows))
    out.add_file_type(gguf.LlamaFileType.ALL_F32)
    out.add_tokenizer_model("llama")
    out.add_token_list([text.encode() for text, _, _ in rows])
    out.add_token_scores([score for _, score, _ in rows])
    out.add_token_types([kind for _, _, kind in rows])
    out.add_bos_token_id(1)
    out.add_eos_token_id(2)
    out.add_unk_token_id(0)
    out.add_add_bos_token(True)
    out.add_chat_template("{% for m in messages %}<{{ m['role'] }}>{{ m['content'] }}\n{% endfor %}<assistant>")
    # The first dimension is constant, so the first column of the output works as a bias for each token.
    embedding = (random.standard_normal((len(rows), WIDTH)) * 0.5).astype(np.float32)
    embedding[:, 0] = 4.0
    output = (random.standard_normal((len(rows), WIDTH)) * 0.5).astype(np.float32)
    output[:, 0] = [bias(at, text) / 5.66 for at, (text, _, _) in enumerate(rows)]
    out.add_tensor("token_embd.weight", embedding)
    out.add_tensor("output.weight", output)
    out.add_tensor("output_norm.weight", np.ones(WIDTH, np.float32))
    shapes = {"attn_q": (WIDTH, WIDTH), "attn_k": (WIDTH, WIDTH), "attn_v": (WIDTH, WIDTH), "attn_output": (WIDTH, WIDTH),
              "ffn_gate": (INNER, WIDTH), "ffn_up": (INNER, WIDTH), "ffn_down": (WIDTH, INNER)}
    for layer in range(LAYERS):
        for name in ("attn_norm", "ffn_norm"):
            out.add_tensor(f"blk.{layer}.{name}.weight", np.ones(WIDTH, np.float32))
        for name, shape in shapes.items():
            out.add_tensor(f"blk.{layer}.{name}.weight", (random.standard_normal(shape) * 0.08).astype(np.float32))
    finish(out)


def write_eyes(path):
    width, inner, layers, patch, image, projected = 32, 64, 1, 14, 56, WIDTH
    random = np.random.default_rng(3)
    out = gguf.GGUFWriter(path, "clip")
    out.add_name("tiny-eyes")
    out.add_file_type(gguf.LlamaFileType.ALL_F32)
    out.add_bool("clip.has_vision_encoder", True)
    out.add_string("clip.projector_type", "mlp")
    out.add_bool("clip.use_gelu", True)
    for name, value in {"image_size": image, "patch_size": patch, "embedding_length": width, "feed_forward_length": inner,
                        "projection_dim": projected, "block_count": layers, "attention.head_count": 2}.items():
        out.add_uint32(f"clip.vision.{name}", value)
    out.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-5)
    out.add_array("clip.vision.image_mean", [0.5, 0.5, 0.5])
    out.add_array("clip.vision.image_std", [0.5, 0.5, 0.5])

    def noise(name, *shape):
        out.add_tensor(name, (random.standard_normal(shape) * 0.05).astype(np.float32))

    def norm(name):
        out.add_tensor(f"{name}.weight", np.ones(width, np.float32))
        out.add_tensor(f"{name}.bias", np.zeros(width, np.float32))

    noise("v.class_embd", width)
    noise("v.patch_embd.weight", width, 3, patch, patch)
    noise("v.position_embd.weight", (image // patch) ** 2 + 1, width)
    norm("v.pre_ln")
    for layer in range(layers + 1):
        block = f"v.blk.{layer}."
        norm(block + "ln1")
        norm(block + "ln2")
        for name in ("attn_q", "attn_k", "attn_v", "attn_out"):
            noise(f"{block}{name}.weight", width, width)
            out.add_tensor(f"{block}{name}.bias", np.zeros(width, np.float32))
        noise(block + "ffn_up.weight", inner, width)
        out.add_tensor(block + "ffn_up.bias", np.zeros(inner, np.float32))
        noise(block + "ffn_down.weight", width, inner)
        out.add_tensor(block + "ffn_down.bias", np.zeros(width, np.float32))
    noise("mm.0.weight", projected, width)
    out.add_tensor("mm.0.bias", np.zeros(projected, np.float32))
    noise("mm.2.weight", projected, projected)
    out.add_tensor("mm.2.bias", np.zeros(projected, np.float32))
    finish(out)


def finish(out):
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


def main():
    directory, port = sys.argv[1], int(sys.argv[2])
    model, eyes = f"{directory}/tiny.gguf", f"{directory}/eyes.gguf"
    write_model(model)
    write_eyes(eyes)
    parameters = xllamacpp.CommonParams()
    parameters.model.path, parameters.mmproj.path = model, eyes
    parameters.hostnames, parameters.port = ["127.0.0.1"], port
    parameters.n_ctx, parameters.n_parallel, parameters.n_predict, parameters.warmup = 8192, 1, 600, False
    # More threads would spin on busy processors and be slower.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(parameters)
    print("listening", server.listening_address, flush=True)
    # Ends with whoever holds the other end of standard input.
    sys.stdin.read()
    del server


if __name__ == "__main__":
    main()
