import type { ReactNode } from "react";
import type { en } from "@/messages/en";

/** The English catalogue is the source: its keys are the keys, its placeholders the placeholders. */
type Source = typeof en;
export type MessageKey = keyof Source;

/** A number is written in the language's way; an amount is text that `formatFigures` made. */
export type Value = string | number;

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<K extends MessageKey> = Source[K] extends { readonly other: infer S }
  ? Names<S> | "count"
  : Names<Source[K]>;

type ValuesOf<K extends MessageKey, V> = { [N in NamesOf<K>]: N extends "count" ? number : V };

/** The values that a message asks for; nothing for a message without placeholders. */
export type Args<K extends MessageKey, V> = [NamesOf<K>] extends [never] ? [] : [values: ValuesOf<K, V>];

export type TextArgs<K extends MessageKey> = Args<K, Value>;
export type NodeArgs<K extends MessageKey> = Args<K, ReactNode>;
