import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api";
import { Alert, Field, Heading } from "../parts";

/** Asks for the token of a server that has one. */
export function SignIn({ done }: { done: () => void }): VNode {
  const [token, setToken] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const enter = async (event: Event) => {
    event.preventDefault();
    try {
      await api("/api/session", { token });
      done();
    } catch (problem) {
      setError(problem as Error);
    }
  };
  return (
    <>
      <Heading title="Sign in" />
      <form onSubmit={enter}>
        <Field id="token" name="Token" note="Whoever runs this server has it.">
          <input
            id="token"
            type="password"
            autocomplete="current-password"
            required
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </Field>
        <Alert error={error} />
        <button class="first" type="submit">
          Enter
        </button>
      </form>
    </>
  );
}
