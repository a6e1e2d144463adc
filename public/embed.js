// @ts-check
// <quittance-checkout token="…">: a payment link inside your page. Guide: docs/guides/embed.md
(() => {
  const NAME = "quittance-checkout";
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement) || customElements.get(NAME)) return;
  const SERVICE = new URL(script.src).origin;
  const ATTRIBUTES = ["token", "lang", "theme"];
  const MAX_MESSAGE = 1000;
  const START_MS = 20000;

  /** @param {unknown} data @returns {any} */
  const read = (data) => {
    if (typeof data !== "string" || data.length > MAX_MESSAGE) return;
    try {
      const message = JSON.parse(data);
      if (message?.jsonrpc === "2.0") return message;
    } catch {}
  };

  /**
   * Events: `start` once it is shown, `complete` when your server should look, `error` with `detail.code`, `close` of a
   * dialog. What stands inside the element is shown where the link cannot be.
   */
  class QuittanceCheckout extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #root = this.attachShadow({ mode: "open" });
    #frame = document.createElement("iframe");
    #slot = document.createElement("slot");
    #late = 0;

    /**
     * Shows a link in a dialog and returns its element.
     * @param {string} token
     * @param {Record<string, string>} [options] lang, theme, closeLabel
     */
    static open(token, { closeLabel = "Close", ...options } = {}) {
      const dialog = document.createElement("dialog");
      const button = document.createElement("button");
      const checkout = new QuittanceCheckout();
      for (const [name, value] of Object.entries({ token, ...options })) checkout.setAttribute(name, value);
      dialog.style.cssText = "width:32rem;max-width:100%;max-height:100%;padding:0;border:0";
      button.style.cssText =
        "position:absolute;top:0;inset-inline-end:0;width:44px;height:44px;font:24px sans-serif;border:0;background:none;color:gray";
      button.textContent = "×";
      button.ariaLabel = closeLabel;
      button.onclick = () => dialog.close();
      dialog.onclose = () => {
        dialog.remove();
        checkout.#say("close");
      };
      dialog.append(button, checkout);
      document.body.append(dialog);
      dialog.showModal();
      return checkout;
    }

    connectedCallback() {
      this.style.display ||= "block";
      addEventListener("message", this);
      this.#load();
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      clearTimeout(this.#late);
      this.#late = 0;
    }

    attributeChangedCallback() {
      if (this.#late) this.#load();
    }

    #load() {
      const query = new URLSearchParams({ host: location.origin });
      for (const name of ATTRIBUTES) query.set(name, this.getAttribute(name) ?? "");
      const frame = this.#frame;
      frame.title = this.title || "Payment";
      // It may open windows, and may not take your page away.
      frame.setAttribute(
        "sandbox",
        "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox",
      );
      frame.allow = "clipboard-write";
      frame.style.cssText = "width:100%;height:640px;border:0";
      frame.src = `${SERVICE}/pay/embed?${query}`;
      this.#root.replaceChildren(frame, this.#slot);
      this.#show(true);
      clearTimeout(this.#late);
      // No browser tells that it refused a frame.
      this.#late = +setTimeout(() => {
        this.#show(false);
        this.#say("error", { code: "timeout_error" });
      }, START_MS);
    }

    /** @param {boolean} isShown */
    #show(isShown) {
      this.#frame.style.display = isShown ? "block" : "none";
      this.#slot.style.display = isShown ? "none" : "contents";
    }

    /** @param {string} type @param {object} [detail] */
    #say(type, detail) {
      this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    /** @param {MessageEvent} event */
    handleEvent({ source, origin, data }) {
      const inside = this.#frame.contentWindow;
      if (!inside || source !== inside || origin !== SERVICE) return;
      const { id, method, params } = read(data) ?? {};
      if (method === "ec.ready") {
        inside.postMessage(JSON.stringify({ jsonrpc: "2.0", id, result: {} }), SERVICE);
      } else if (method === "ec.start") {
        clearTimeout(this.#late);
        this.#show(true);
        this.#say("start");
      } else if (method === "ec.complete") {
        this.#say("complete");
      } else if (method === "ec.error") {
        const code = String(params?.error?.code);
        this.#say("error", { code: /^[a-z_]{1,40}$/.test(code) ? code : "unknown" });
      } else if (method === "quittance.resize") {
        this.#frame.style.height = `${Math.min(Math.max(+params?.height || 0, 200), 3000)}px`;
      } else if (method === "quittance.close") {
        this.closest("dialog")?.close();
      }
    }
  }

  customElements.define(NAME, QuittanceCheckout);
  Object.assign(window, { QuittanceCheckout });
})();
