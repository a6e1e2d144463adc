import { describe, expect, test } from "vitest";
import { withLateScripts } from "@/server/http/late-scripts";

const NONCE = "aB3+/x==";
const page = (scripts: string) =>
  `<html><head><link rel="preload" as="script" fetchPriority="low" nonce="${NONCE}" href="/_next/static/chunks/c.js"/>` +
  `<link rel="preload" as="style" href="/a.css"/>${scripts}</head><body><main>10 USDC</main>` +
  `<script nonce="${NONCE}">self.__next_f=[]</script></body></html>`;
const framework = (name: string) =>
  `<script src="/_next/static/chunks/${name}" async="" nonce="${NONCE}"></script>`;

describe("a page with late scripts", () => {
  test("names its scripts once, in their order, in the one script that starts them", () => {
    const html = withLateScripts(page(framework("a.js") + framework("sub/b-1~2_x.js")));
    expect(html).not.toContain("<script src=");
    expect(html).toContain('["/_next/static/chunks/a.js","/_next/static/chunks/sub/b-1~2_x.js"], 5000)');
    expect(html.match(new RegExp(`<script nonce="${NONCE.replaceAll("+", "\\+")}">`, "g"))).toHaveLength(2);
    expect(html.endsWith("</script></body></html>")).toBe(true);
  });

  test("keeps what is no script, and what the framework wrote inline", () => {
    const html = withLateScripts(page(framework("a.js")));
    expect(html).toContain("<main>10 USDC</main>");
    expect(html).toContain("self.__next_f=[]");
    expect(html).toContain('as="style"');
    expect(html).not.toContain('as="script" fetchPriority');
  });

  test("leaves scripts that are not for every browser, or not ours, alone", () => {
    const old = '<script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script>';
    const foreign = '<script src="https://elsewhere.example/x.js" async=""></script>';
    const html = withLateScripts(page(framework("a.js") + old + foreign));
    expect(html).toContain(old);
    expect(html).toContain(foreign);
  });

  test.each([
    ["without such scripts", page("")],
    ["without a nonce", '<body><script src="/_next/static/a.js" async=""></script></body>'],
    ["that is cut off", page(framework("a.js")).replace("</body></html>", "")],
  ])("%s is left as it is", (_, html) => {
    expect(withLateScripts(html)).toBe(html);
  });

  test("takes no script from what a merchant wrote", () => {
    const text = "&lt;script src=&quot;/_next/static/evil.js&quot; async=&quot;&quot;&gt;&lt;/script&gt;";
    const html = withLateScripts(page(framework("a.js")).replace("10 USDC", text));
    expect(html).toContain(text);
    expect(html).toContain('(["/_next/static/chunks/a.js"], 5000)');
  });
});
