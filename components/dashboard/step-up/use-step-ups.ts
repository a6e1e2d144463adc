"use client";

import { useCallback, useRef, useState } from "react";
import type { StepUpAsked } from "@/server/auth/step-up/schema";

/** A confirmation that the person is asked for now. */
export interface OpenStepUp {
  asked: StepUpAsked;
  /** True once it is proven, false for a no. */
  answer: (isProven: boolean) => void;
}

/** Asks for confirmations one after the other: of two calls at once the second waits for the answer to the first. */
export function useStepUps() {
  const [open, setOpen] = useState<OpenStepUp | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const ask = useCallback((asked: StepUpAsked): Promise<boolean> => {
    const answered = last.current.then(
      () =>
        new Promise<boolean>((resolve) => {
          setOpen({
            asked,
            answer: (isProven) => {
              setOpen(null);
              resolve(isProven);
            },
          });
        }),
    );
    last.current = answered;
    return answered;
  }, []);
  return { open, ask };
}
