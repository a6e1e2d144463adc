/** Where the page's own calls go. */
export interface Place {
  token: string;
  /** Base URL of the API; empty where it has the page's own origin. */
  apiUrl: string;
  /** The page's own client ID (D-18). */
  clientId: string;
}
