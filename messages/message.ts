/** One text by number, in the categories of `Intl.PluralRules`. `{count}` is the number. */
export interface Plural {
  readonly other: string;
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
}

/** A text with `{placeholders}`. */
export type Message = string | Plural;

/** Texts of one language by key, or those that a page needs. */
export type Dictionary = Readonly<Record<string, Message>>;

/** What a language says for the texts of `Source`. A missing key shows in English, and fails the catalogue's test. */
export type TranslationOf<Source extends Dictionary> = {
  readonly [K in keyof Source]?: Source[K] extends string ? string : Plural;
};
