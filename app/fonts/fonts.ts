import localFont from "next/font/local";

/** The typeface of every page: Inter, Latin letters with figures of one width. Its stand-in has the same measures. */
const inter = localFont({
  src: "./inter-latin.woff2",
  weight: "100 900",
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

/** For the root element. */
export const FONT_VARIABLES = `${inter.variable} ${arabic.variable}`;
