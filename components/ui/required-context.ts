"use client";

import { type Context, createContext, useContext } from "react";

/** A context that always has a value where it is used; the hook throws `missing` elsewhere. */
export function requiredContext<Value>(missing: string): [Context<Value | null>, () => Value] {
  const Required = createContext<Value | null>(null);
  return [
    Required,
    () => {
      const value = useContext(Required);
      if (value === null) throw new Error(missing);
      return value;
    },
  ];
}
