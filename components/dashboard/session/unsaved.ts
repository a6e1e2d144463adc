/** True while the page has a form that somebody may be filling in. Search boxes and filters are none. */
export function hasOpenForm(): boolean {
  return (
    document.querySelector("form:not([role=search]) :is(input:not([type=hidden]), textarea, select)") !== null
  );
}
