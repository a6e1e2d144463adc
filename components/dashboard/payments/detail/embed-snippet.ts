/** What shows a payment link inside a page, as docs/guides/embed.md has it. Without scripts it is an ordinary link. */
export function embedSnippet(securePaymentUrl: string, token: string): string {
  const script = new URL("/embed.js", securePaymentUrl).href;
  return [
    `<script src="${attribute(script)}" async></script>`,
    `<quittance-checkout token="${attribute(token)}">`,
    `  <a href="${attribute(securePaymentUrl)}">Pay</a>`,
    "</quittance-checkout>",
  ].join("\n");
}

/** A text as it may stand between quotes. */
function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
