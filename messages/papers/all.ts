import { ar } from "@/messages/papers/ar";
import { de } from "@/messages/papers/de";
import { en } from "@/messages/papers/en";
import { es } from "@/messages/papers/es";
import { fr } from "@/messages/papers/fr";
import { pt } from "@/messages/papers/pt";
import type { PaperTexts } from "@/messages/papers/texts";
import { zh } from "@/messages/papers/zh";

/** The languages that a paper can be written in: those of the payer's pages. */
export const PAPER_LANGUAGES = ["en", "de", "es", "fr", "pt", "zh", "ar"] as const;
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number];

export const PAPER_TEXTS: Record<PaperLanguage, PaperTexts> = { en, de, es, fr, pt, zh, ar };
