/** Of the element that holds all of an embedded page: its height is the height that the frame asks for. */
export const EMBEDDED_ID = "embedded";
