import { describe, expect, test } from "vitest";
import { shownFact } from "@/server/lib/shown-fact";
import { composeNotices } from "@/server/notifications/text/compose";

describe("a text of somebody else", () => {
  test.each(["INV-2026_1", "Müller & Söhne", "订单 7", "فاتورة ٧", "100% (May)", "a.b", "v1.25"])(
    "that is harmless is shown as it is: %s",
    (text) => {
      expect(shownFact(text)).toBe(text);
    },
  );

  test.each([
    ["a header of its own", "INV\r\nBcc: everybody@example.com"],
    ["a line of its own", "INV\nYour account is locked"],
    ["a line end of Unicode", "INV\u2028https"],
    ["text that turns around", "INV\u202e0001"],
    ["isolates", "\u2066INV\u2069"],
    ["hidden signs", "INV\u200b-1"],
    ["a null", "INV\0"],
    ["a page", "https://evil.example/pay"],
    ["a page without its scheme", "pay at evil.example now"],
    ["a mail address", "ask anna@evil.example"],
    ["everybody in Slack", "<!channel> pay"],
    ["a link of Slack", "<https://evil.example|Open>"],
    ["a link of Markdown", "[Open](evil)"],
    ["HTML", "<img src=x onerror=alert(1)>"],
    ["a mention of Telegram", "@evilbot"],
    ["code", "`x`"],
    ["a long text", "x".repeat(121)],
    ["nothing", " "],
  ])("that would become more than text is left out: %s", (_, text) => {
    expect(shownFact(text)).toBeNull();
  });
});

test("a message shows nothing of hostile names, and its links are the dashboard's alone", () => {
  const hostile = "x\r\nBcc: all@evil.example https://evil.example <b>";
  const { subject, text } = composeNotices(
    [
      {
        event: "payment.confirmed",
        facts: { requestId: "../../evil", reference: hostile, amount: hostile, currency: hostile },
      },
      { event: "security.key", facts: { title: "An API key was made", label: hostile, subject: hostile } },
      { event: "approval.requested", facts: { title: "A change waits", what: hostile, subject: "..//evil" } },
    ],
    { account: hostile, dashboard: "https://shop.example/dashboard" },
  );
  expect(subject).toBe("your account: 3 things happened");
  expect(text).not.toContain("evil");
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  expect(links.every((link) => link.startsWith("https://shop.example/dashboard"))).toBe(true);
});
