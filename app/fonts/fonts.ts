import localFont from "next/font/local";

/** The typeface of every page: Inter, Latin letters with figures of one width. Its stand-in has the same measures. */
const inter = localFont({
  src: "./inter-latin.woff2",
  weight: "400 700",
  variable: "--font-inter",
  display: "swap",
  adjustFontFallback: "Arial",
});

/** Fetched only where a page has Arabic letters. */
const arabic = localFont({
  src: "./noto-sans-arabic.woff2",
  weight: "100 900",
  variable: "--font-arabic",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "unicode-range", value: "U+0600-06FF,U+0750-077F,U+0870-08FF,U+FB50-FDFF,U+FE70-FEFC" },
  ],
});

/** Fetched only where no font of the system has the name of the language, which every page shows. */
const chineseName = localFont({
  src: "./noto-sans-sc-name.woff2",
  weight: "400",
  variable: "--font-chinese-name",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+4E2D,U+6587" }],
});

/** Fetched only for Chinese pages where no font of the system has their signs; it has exactly those of our texts. */
const chinese = localFont({
  src: "./noto-sans-sc-pages.woff2",
  weight: "400",
  variable: "--font-chinese",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value: "U+3000-303F,U+4E00-4E2C,U+4E2E-6586,U+6588-9FFF,U+FF00-FFEF",
    },
  ],
});

/** The letters of the word العربية: every page has the list of languages, and few need the whole typeface. */
const arabicName = localFont({
  src: "./noto-sans-arabic-name.woff2",
  weight: "400",
  variable: "--font-arabic-name",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0600-06FF" }],
});

/** For the root element. */
export const FONT_VARIABLES = [inter, arabic, chineseName, chinese, arabicName]
  .map(({ variable }) => variable)
  .join(" ");
