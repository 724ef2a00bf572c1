// A server of models that answers when it is told to, so that a trial can be held in its middle.
import { createServer } from "node:http";

const texts = (value) =>
  typeof value === "string" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(texts) : [];

/** An honest opinion: it cites the first piece of evidence that the brief has, and quotes its first line. */
function opinion(told) {
  const [, rest = ""] = told.split("<<<exhibit ", 2);
  const id = rest.split(" ", 1)[0];
  const quote = rest.split("\n")[1] ?? "";
  const own = (told.split("# You are the ")[1] ?? "").split(/\s+/).slice(0, 16).join(" ");
  const isProsecutor = told.includes("You are the Prosecutor");
  return JSON.stringify({
    evidence: [{ exhibit: id, quote, shows: "who asked" }],
    argument: `As ${own} I hold that ${id} decides.`,
    charges: ["a gap"],
    mitigations: ["a start"],
    confidence: 70,
    score: isProsecutor ? 2 : 3,
  });
}

export async function models() {
  let release = () => {};
  let gate = Promise.resolve();
  const server = createServer((request, response) => {
    // Only judges are held; what else is asked of the server, it does not know.
    if (request.method !== "POST") {
      response.statusCode = 404;
      response.end();
      return;
    }
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", async () => {
      await gate;
      // A judge that was called off asks no longer.
      if (!request.complete || response.destroyed) return;
      const told = texts(JSON.parse(body)).join("\n");
      const message = { role: "assistant", content: opinion(told) };
      response.setHeader("Content-Type", "application/json");
      response.end(
        JSON.stringify({
          id: "c",
          object: "chat.completion",
          model: "m",
          choices: [{ index: 0, message, finish_reason: "stop" }],
          usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
        }),
      );
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    base: `http://127.0.0.1:${server.address().port}/v1/`,
    /** From now on nobody is answered. */
    hold() {
      gate = new Promise((open) => {
        release = open;
      });
    },
    release: () => release(),
    close() {
      release();
      server.closeAllConnections();
      server.close();
    },
  };
}
