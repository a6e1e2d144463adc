/** A control that a test presses, and what shows that it acted. */
export interface Control {
  /** What the test calls it. */
  key: string;
  /** Source of a pattern that its accessible name matches, in every state it has. */
  name: string;
  /**
   * `expands`: it opens and closes something, which its `aria-expanded` says.
   * `changes`: it is a field that takes a value. `copies`: it hands a text to the clipboard.
   * Otherwise the source of a pattern: a heading, dialog or button whose text matches appears.
   */
  acts: "expands" | "changes" | "copies" | { shows: string };
}

/** What a page has noticed: a press with the control under it, or the effect of one. */
export type Noticed =
  | {
      what: "press";
      /** Of a control that the test knows; null for any other place. */
      key: string | null;
      /** Enabled from the moment the finger came down to the moment it left, at one of the two, or at neither. */
      enabled: "throughout" | "partly" | "never";
    }
  /** A control that was off while it was pressed, and on when the browser made a click of it. */
  | { what: "late click"; key: string }
  | { what: "effect"; key: string };

/** The function in a page that tells the test. */
export const REPORT = "reportToPressTest";

/**
 * Runs in a page before anything of it. Only watches: no press is changed, stopped or repeated by it. What is under a
 * press is asked when the press is handled, so the verdict does not depend on how fast the machine is.
 */
export function recordPresses([controls, reportName]: readonly [readonly Control[], string]): void {
  const report = (noticed: Noticed) => {
    const found: unknown = Reflect.get(window, reportName);
    if (typeof found === "function") found(noticed);
  };
  const nameOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : element;
    return (element.getAttribute("aria-label") ?? label?.textContent ?? "").replace(/\s+/g, " ").trim();
  };
  const keyOf = (element: Element) => {
    const name = nameOf(element);
    return controls.find((control) => new RegExp(control.name, "i").test(name))?.key ?? null;
  };
  const isEnabled = (element: Element) =>
    !element.matches(":disabled") && element.closest("[aria-disabled=true]") === null;
  const controlAt = ({ clientX, clientY }: PointerEvent) =>
    document.elementFromPoint(clientX, clientY)?.closest("button, a[href], summary, input") ?? null;

  let down: { control: Element; isEnabled: boolean } | null = null;
  let pressedWhileOff: Element | null = null;
  addEventListener(
    "pointerdown",
    (event) => {
      const control = controlAt(event);
      down = control && { control, isEnabled: isEnabled(control) };
    },
    true,
  );
  addEventListener(
    "pointerup",
    (event) => {
      const control = controlAt(event);
      const begun = down;
      down = null;
      if (!begun || control !== begun.control) {
        // Something else came under the finger: such a press has no control of its own.
        report({ what: "press", key: begun && keyOf(begun.control), enabled: begun ? "partly" : "never" });
        return;
      }
      const moments = [begun.isEnabled, isEnabled(control)];
      const enabled = moments.every(Boolean) ? "throughout" : moments.some(Boolean) ? "partly" : "never";
      report({ what: "press", key: keyOf(control), enabled });
      pressedWhileOff = enabled === "never" ? control : null;
    },
    true,
  );
  // React finishes its start at the latest when a finger is lifted; the click that follows finds the control on.
  addEventListener(
    "click",
    ({ target }) => {
      const control = pressedWhileOff;
      pressedWhileOff = null;
      const key = control && target instanceof Node && control.contains(target) ? keyOf(control) : null;
      if (key !== null) report({ what: "late click", key });
    },
    true,
  );

  const states = new Map<string, string>();
  const look = () => {
    const buttons = [...document.querySelectorAll("button, summary")];
    for (const { key, name, acts } of controls) {
      if (acts === "copies" || acts === "changes") continue;
      const state = acts === "expands" ? expansion(buttons, name) : shows(acts.shows);
      const before = states.get(key);
      // A control that is gone for a moment, as between two views, has changed nothing.
      if (state === null || state === before) continue;
      states.set(key, state);
      const isEffect = acts === "expands" ? before !== undefined : state === "shown";
      if (isEffect) report({ what: "effect", key });
    }
  };
  const expansion = (buttons: Element[], name: string) => {
    const button = buttons.find((one) => new RegExp(name, "i").test(nameOf(one)));
    return button?.getAttribute("aria-expanded") ?? null;
  };
  const shows = (text: string) => {
    const found = [...document.querySelectorAll("h1, h2, [role=dialog]")];
    return found.some((one) => new RegExp(text, "i").test(nameOf(one))) ? "shown" : "hidden";
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["aria-expanded"],
  });
  addEventListener("change", ({ target }) => {
    const key = target instanceof Element ? keyOf(target) : null;
    if (key !== null) report({ what: "effect", key });
  });

  const copy = controls.find(({ acts }) => acts === "copies");
  const { clipboard } = navigator;
  if (!copy || !clipboard) return;
  const writeText = clipboard.writeText.bind(clipboard);
  clipboard.writeText = (text) => {
    report({ what: "effect", key: copy.key });
    return writeText(text);
  };
}
