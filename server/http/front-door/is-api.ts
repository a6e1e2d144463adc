/** Folders of `app/` that our own door serves: the API, and what pages ask for beside it. All others are Next's. */
const FOLDERS = [
  ...["v1", "v2", "metrics", "rpc", "csp-report", "onboarding/state"],
  ...["pay/state", "pay/sources", "pay/deposit", "pay/deposit-address", "pay/invoice", "pay/report"],
  ...["pay/schedule/state", "pay/schedule/permit", "pay/schedule/sign"],
  ...["pay/schedules/challenge", "pay/schedules/list", "pay/refund/name"],
];

const API = new RegExp(`^/(?:${FOLDERS.join("|")})(?:[/?]|$)`);

/** Whether our own door serves a request's target: its path, with or without a query. */
export function isApi(target: string): boolean {
  return API.test(target);
}
