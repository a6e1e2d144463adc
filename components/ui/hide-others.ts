/** What is said while a dialog is open has to be heard. */
const SPOKEN = "[aria-live], [role=status], [role=alert]";

/**
 * Hides what lies beside `shown` from assistive technology: browsers keep it from being pressed while a modal dialog is
 * open, but not everything that reads a page knows. Answers how to show it again.
 */
export function hideOthers(shown: Element): () => void {
  const hidden = [...(shown.parentElement?.children ?? [])].filter(
    (other) => other !== shown && !other.matches(SPOKEN) && !other.hasAttribute("aria-hidden"),
  );
  for (const other of hidden) other.setAttribute("aria-hidden", "true");
  return () => {
    for (const other of hidden) other.removeAttribute("aria-hidden");
  };
}
