"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import type { Period } from "@/server/ledger/closing/schema";
import { messageOf } from "../../api/api-failure";
import { useNames } from "../../networks";
import { Allowed } from "../../roles/allowed";
import { useMerchant } from "../../session/merchant";
import { problemInWords } from "../month-words";

type Difference = Period["differences"][number];

/** What the chain says otherwise, with words for each that the service keeps. */
export function Differences({ period }: { period: Period }) {
  const words = new Map(period.explanations.map(({ id, explanation }) => [id, explanation]));
  if (period.differences.length === 0) {
    return <Alert tone="positive">The chain says the same as the books, to the last unit.</Alert>;
  }
  if (period.state === "closed") {
    return (
      <p>
        {period.differences.length === 1 ? "1 difference is" : `${period.differences.length} differences are`}{" "}
        explained in the statement.
      </p>
    );
  }
  return (
    <Allowed to="explainDifferences" otherwise={<Explained period={period} words={words} />}>
      <ExplainForm key={period.id} period={period} kept={words} />
    </Allowed>
  );
}

function useLabel(): (difference: Difference) => string {
  const names = useNames();
  return ({ network, txHash }) =>
    txHash === null
      ? names.network(network)
      : `${names.network(network)} ${txHash.slice(0, 10)}…${txHash.slice(-6)}`;
}

function ExplainForm({ period, kept }: { period: Period; kept: ReadonlyMap<string, string> }) {
  const { api } = useMerchant();
  const toast = useToast();
  const label = useLabel();
  const [words, setWords] = useState(() => new Map(kept));
  const save = useMutation({
    mutationFn: () =>
      api<Period>("PUT", `/v2/books/periods/${period.id}/explanations`, {
        body: {
          explanations: period.differences.map(({ id }) => ({ id, explanation: words.get(id) ?? "" })),
        },
      }),
    onSuccess: () => toast("The explanations are kept."),
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <p className="text-muted">
        Say why for each, or open the month again, put it right and compare anew. The statement has your
        words.
      </p>
      {period.differences.map((difference) => (
        <Field key={difference.id} label={label(difference)} hint={problemInWords(difference.problem)}>
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={500}
              value={words.get(difference.id) ?? ""}
              onChange={({ target }) => setWords(new Map(words).set(difference.id, target.value))}
            />
          )}
        </Field>
      ))}
      {save.error && <Alert tone="danger">{messageOf(save.error)}</Alert>}
      <div>
        <Button type="submit" variant="primary" isPending={save.isPending}>
          Keep explanations
        </Button>
      </div>
    </form>
  );
}

/** The same as facts, for roles that only look. */
function Explained({ period, words }: { period: Period; words: ReadonlyMap<string, string> }) {
  const label = useLabel();
  return (
    <dl className="grid gap-3">
      {period.differences.map((difference) => (
        <div key={difference.id}>
          <dt className="text-muted">
            {label(difference)}: {problemInWords(difference.problem)}
          </dt>
          <dd className="mt-0.5 font-medium wrap-anywhere">
            <bdi>{words.get(difference.id) ?? "Not explained"}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
