"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { OnceAlive } from "@/components/ui/once-alive";
import { Textarea } from "@/components/ui/textarea";
import { type TriedAnswer, tryCall } from "./try-call";

interface TryItProps {
  method: string;
  path: string;
  /** Key of the demo account of a local stack; null everywhere else, where no key may be typed in. */
  demoKey: string | null;
  takes: "key" | "nothing" | "other";
  parameters: { name: string; place: "path" | "query"; isRequired: boolean; words: string }[];
  /** JSON to start from; null for operations without a body. */
  body: string | null;
}

/** Makes the call from the page, with the demo account of a local stack. A live key never belongs here. */
export function TryIt(props: TryItProps) {
  const { takes, demoKey } = props;
  if (takes === "other") {
    return (
      <Note>
        This operation takes a session or a partner's key, which this page does not have. Use the code above.
      </Note>
    );
  }
  if (takes === "key" && demoKey === null) {
    return (
      <Note>
        Never type a live secret key into a web page. Run the code above on your own machine, or start a local
        stack with <code className="font-mono">npm start</code>: there, this page calls with the key of the
        demo account.
      </Note>
    );
  }
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium text-accent">
        {takes === "key" ? "Call it with the demo key" : "Call it from here"}
      </summary>
      <div className="border-t border-line p-4">
        <Form {...props} />
      </div>
    </details>
  );
}

function Form({ method, path, demoKey, takes, parameters, body }: TryItProps) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [sent, setSent] = useState(body);
  const [answer, setAnswer] = useState<TriedAnswer | null>(null);
  const [problem, setProblem] = useState("");
  const [isPending, setPending] = useState(false);
  const valuesIn = (place: "path" | "query") =>
    Object.fromEntries(
      parameters.filter((one) => one.place === place).map(({ name }) => [name, values[name] ?? ""]),
    );

  async function send() {
    setPending(true);
    setProblem("");
    try {
      const key = takes === "key" ? demoKey : null;
      const call = {
        method,
        path,
        pathValues: valuesIn("path"),
        queryValues: valuesIn("query"),
        body: sent,
        key,
      };
      setAnswer(await tryCall(call));
    } catch (error) {
      setAnswer(null);
      setProblem(error instanceof RangeError ? `${error.message}.` : "The service did not answer.");
    } finally {
      setPending(false);
    }
  }

  return (
    <OnceAlive>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {parameters.map(({ name, isRequired, words }) => (
          <Field
            key={name}
            label={<code className="font-mono">{name}</code>}
            hint={words}
            isOptional={!isRequired}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={values[name] ?? ""}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            )}
          </Field>
        ))}
        {sent !== null && (
          <Field label="Body">
            {(control) => (
              <Textarea
                {...control}
                rows={Math.min(14, sent.split("\n").length + 1)}
                spellCheck={false}
                className="font-mono text-xs"
                value={sent}
                onChange={({ target }) => setSent(target.value)}
              />
            )}
          </Field>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" isPending={isPending}>
            Send
          </Button>
          {takes === "key" && (
            <p className="min-w-0 text-xs text-muted">Acts for the demo account of this local stack.</p>
          )}
        </div>
        <div aria-live="polite">
          {answer && (
            <p className="mb-2 flex items-center gap-2 text-sm">
              <Badge tone={answer.status < 400 ? "positive" : "warning"}>{answer.status}</Badge>
              <span className="text-muted">after {answer.durationMs} ms</span>
            </p>
          )}
          {problem && <Alert tone="danger">{problem}</Alert>}
        </div>
        {answer && (
          <div className="max-h-96 overflow-y-auto">
            <CodeBlock text={answer.text} label="answer" language="answer" />
          </div>
        )}
      </form>
    </OnceAlive>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="max-w-prose text-sm leading-relaxed text-muted">{children}</p>;
}
