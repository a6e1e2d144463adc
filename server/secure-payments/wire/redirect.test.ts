import { describe, expect, test } from "vitest";
import { z } from "zod";
import { redirectFields, requireUrlOfLabel } from "@/server/secure-payments/wire/redirect";

const Body = z.object(redirectFields).superRefine(requireUrlOfLabel);
const URL_MESSAGE = "redirectUrl must be a safe http(s) URL with no script/HTML payload";

describe("redirectUrl", () => {
  test.each([
    "https://shop.example",
    "http://shop.example/thanks",
    "https://shop.example:8443/a/b?order=7&x=%3Cb%3E#done",
    "HTTPS://Shop.Example/ok",
    "http://127.0.0.1:3000/done",
    "https://shop.example/@handle",
    "https://xn--bcher-kva.example/",
  ])("%s leads somewhere", (redirectUrl) => {
    expect(Body.safeParse({ redirectUrl }).success).toBe(true);
  });

  test.each([
    ["script", "javascript:alert(1)"],
    ["script in disguise", "JaVaScRiPt:alert(1)"],
    ["script behind a tab", "java\tscript:alert(1)"],
    ["script behind a space", " javascript:alert(1)"],
    ["script with slashes", "javascript://shop.example/%0Aalert(1)"],
    ["data", "data:text/html,<b>"],
    ["data in base64", "data:text/html;base64,PHNjcmlwdD4="],
    ["another scheme", "ftp://shop.example"],
    ["a file", "file:///etc/passwd"],
    ["a blob", "blob:https://shop.example/1"],
    ["no scheme", "//evil.example"],
    ["a path", "/thanks"],
    ["a bare host", "shop.example"],
    ["a missing slash", "https:/evil.example"],
    ["no slashes", "https:evil.example"],
    ["three slashes", "https:///evil.example"],
    ["backslashes", "https:\\\\evil.example"],
    ["a backslash in the host", "https://shop.example\\@evil.example"],
    ["a backslash in the path", "https://shop.example/\\evil"],
    ["credentials", "https://user:secret@shop.example"],
    ["a user", "https://shop.example@evil.example"],
    ["an empty user", "https://@evil.example"],
    ["an empty password", "https://:@evil.example"],
    ["CRLF", "https://shop.example/\r\nSet-Cookie: a=b"],
    ["a newline at the end", "https://shop.example/\n"],
    ["a NUL", "https://shop.example/\0"],
    ["an encoded CRLF", "https://shop.example/%0d%0aSet-Cookie:%20a=b"],
    ["an encoded CRLF in the query", "https://shop.example/?order=1%0D%0A"],
    ["an encoded newline in the fragment", "https://shop.example/#%0a"],
    ["an encoded NUL", "https://shop.example/%00"],
    ["an encoded escape", "https://shop.example/%1b"],
    ["an encoded DEL", "https://shop.example/%7F"],
    ["an encoded next-line of C1", "https://shop.example/%C2%85"],
    ["markup", "https://shop.example/<script>"],
    ["a double quote", 'https://shop.example/"onload='],
    ["a single quote", "https://shop.example/'x"],
    ["a backtick", "https://shop.example/`x"],
    ["a space", "https://shop.example/a b"],
    ["a no-break space", "https://shop.example/\u00a0"],
    ["a bidirectional override", "https://shop.example/\u202Egnp.exe"],
    ["a zero-width space", "https://sh\u200Bop.example"],
    ["a soft hyphen", "https://sh\u00ADop.example"],
    ["half a surrogate pair", "https://shop.example/\ud800"],
    ["nothing", ""],
    ["no host", "https://"],
    ["a bad port", "https://shop.example:99999"],
    ["3,000 characters", `https://shop.example/${"a".repeat(3_000)}`],
  ])("%s is refused in the documented words", (_, redirectUrl) => {
    const result = Body.safeParse({ redirectUrl });
    expect(result.error?.issues.map(({ message, path }) => ({ message, path }))).toEqual([
      { message: URL_MESSAGE, path: ["redirectUrl"] },
    ]);
  });
});

describe("redirectLabel", () => {
  const redirectUrl = "https://shop.example";

  test.each(["Back to the shop", "Zurück zum Händler", "お店に戻る", "→ Shop 24/7", "a".repeat(255)])(
    "%s is shown",
    (redirectLabel) => {
      expect(Body.safeParse({ redirectUrl, redirectLabel }).success).toBe(true);
    },
  );

  test.each([
    ["less than", "a<b"],
    ["greater than", "a>b"],
    ["ampersand", "a&b"],
    ["double quote", 'a"b'],
    ["single quote", "a'b"],
    ["backtick", "a`b"],
    ["left-to-right override", "Back \u202dshop"],
    ["right-to-left override", "Back \u202eshop"],
    ["isolates", "\u2066Back\u2069"],
    ["a left-to-right mark", "Back\u200e"],
    ["an Arabic letter mark", "Back\u061c"],
    ["a zero-width space", "Ba\u200bck"],
    ["a zero-width joiner", "Ba\u200dck"],
    ["a byte order mark", "\ufeffBack"],
    ["a word joiner", "Ba\u2060ck"],
    ["a soft hyphen", "Ba\u00adck"],
    ["a Hangul filler", "\u3164"],
    ["a tag character", "Back\u{E0041}"],
    ["a newline", "Back\nshop"],
    ["a line separator", "Back\u2028shop"],
    ["a control character", "Back\u0007"],
    ["a NUL", "Back\0"],
    ["half a surrogate pair", "Back\ud83d"],
    ["blanks alone", "   "],
    ["nothing", ""],
    ["256 characters", "a".repeat(256)],
  ])("with %s is refused by name", (_, redirectLabel) => {
    const result = Body.safeParse({ redirectUrl, redirectLabel });
    expect(result.success).toBe(false);
    expect(new Set(result.error?.issues.map(({ path }) => path.join(".")))).toEqual(
      new Set(["redirectLabel"]),
    );
  });

  test("needs a redirectUrl", () => {
    expect(Body.safeParse({ redirectLabel: "Back" }).error?.issues[0]?.message).toBe(
      "redirectLabel cannot be provided without redirectUrl",
    );
  });
});
