/** A script of the pages' framework as it stands in their HTML: loaded at once, run as soon as it is there. */
const SCRIPT = /<script src="(\/_next\/static\/[\w./~-]+\.js)"([^>]*)><\/script>/g;
/** Where the framework asks for one of them ahead. */
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;
const NONCE = /<script[^>]* nonce="([\w+/=-]+)"/;

/** So long a page that nobody touches waits before it runs its scripts; they watch the link's state. */
const IDLE_MS = 5_000;

/**
 * Runs in the browser. Fetches the scripts once the page is painted, and starts them when the reader first does
 * something, when the page says it cannot wait (`data-start`), when this browser has a payment under way, or after a
 * while. A button that is pressed before they run is pressed again once they do; the page tells so by the event
 * `quittance:ready`.
 */
const STARTER = `(scripts, idleMs) => {
  const { nonce } = document.currentScript;
  const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "scroll"];
  let pressed = null;
  const add = (kind, more) => document.head.append(Object.assign(document.createElement(kind), more, { nonce }));
  const fetchAhead = () => {
    for (const href of scripts) add("link", { rel: "preload", as: "script", fetchPriority: "low", href });
  };
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true);
    for (const src of scripts.splice(0)) add("script", { src });
  };
  const press = (event) => {
    start();
    const button = event.target instanceof Element && event.target.closest("main button");
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = button;
  };
  const isUnderWay = () => {
    try {
      return Object.keys(localStorage).some((key) => key.startsWith("quittance:sent:"));
    } catch {
      return false;
    }
  };
  addEventListener("click", press, true);
  addEventListener("quittance:ready", () => {
    removeEventListener("click", press, true);
    if (pressed?.isConnected) pressed.click();
  }, { once: true });
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  if (document.querySelector("[data-start=now]") || isUnderWay()) start();
  else {
    addEventListener("load", () => {
      setTimeout(start, idleMs);
      // Two frames on, what there is to read has been painted.
      requestAnimationFrame(() => requestAnimationFrame(fetchAhead));
    });
  }
}`;

/**
 * The page with its scripts fetched and run later: what a payer reads first is complete without them, and a phone is
 * busy for a quarter of a second with running them. HTML without such scripts comes back as it is.
 */
export function withLateScripts(html: string): string {
  const nonce = NONCE.exec(html)?.[1];
  const end = html.lastIndexOf("</body>");
  if (nonce === undefined || end < 0) return html;
  const scripts: string[] = [];
  const page = html.slice(0, end).replace(SCRIPT, (whole, src: string, attributes: string) => {
    if (!/ async=/.test(attributes)) return whole;
    scripts.push(src);
    return "";
  });
  if (scripts.length === 0) return html;
  const starter = `<script nonce="${nonce}">(${STARTER})(${JSON.stringify(scripts)}, ${IDLE_MS})</script>`;
  return page.replace(PRELOAD, "") + starter + html.slice(end);
}
