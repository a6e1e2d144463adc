import { createCall } from "@/sdk/client/call";
import type { Credentials } from "@/sdk/client/credentials";
import { type Environment, ownEnvironment } from "@/sdk/client/environment";
import type { Call } from "@/sdk/client/operation";
import { apiKeysOf, brandingOf, clientIdsOf, currenciesOf, healthOf } from "@/sdk/resources/account";
import { booksOf } from "@/sdk/resources/books";
import { eventsOf } from "@/sdk/resources/events";
import { invoicesOf } from "@/sdk/resources/invoices";
import { linksOf, payoutsOf } from "@/sdk/resources/links";
import { accountsOf, membersOf } from "@/sdk/resources/members";
import { methodsOf } from "@/sdk/resources/methods";
import { orchestratorsOf } from "@/sdk/resources/orchestrators";
import { destinationsOf, payersOf } from "@/sdk/resources/people";
import { paymentsOf, quittancesOf, refundsOf, requestsOf } from "@/sdk/resources/requests";
import { webhooksOf } from "@/sdk/resources/webhooks";

/** Where the service is, who calls, and how patient the calls are. */
export type QuittanceOptions = Credentials & {
  /** Where the service is, `https://pay.example`. */
  baseUrl: string;
  /** In place of the global one. */
  fetch?: Environment["fetch"];
  /** The most that one attempt takes, ms, its answer included. 30 s where it is left out. */
  timeoutMs?: number;
  /** Attempts after the first. 4 where it is left out. */
  maxRetries?: number;
  /** The longest pause that is made because the service asks for it, ms. A minute where it is left out. */
  maxPauseMs?: number;
};

/**
 * A client of one service. What it throws is a `QuittanceError`, or the reason of the signal that ended the call. Methods
 * take what stands in the path first, then body or query, then the options of the call.
 */
export class Quittance {
  /** Any operation by its method and path, typed as the API describes it. */
  readonly call: Call;
  readonly requests: ReturnType<typeof requestsOf>;
  readonly refunds: ReturnType<typeof refundsOf>;
  readonly payments: ReturnType<typeof paymentsOf>;
  readonly quittances: ReturnType<typeof quittancesOf>;
  readonly links: ReturnType<typeof linksOf>;
  readonly payouts: ReturnType<typeof payoutsOf>;
  readonly destinations: ReturnType<typeof destinationsOf>;
  readonly payers: ReturnType<typeof payersOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;
  readonly books: ReturnType<typeof booksOf>;
  /** Invoices and credit notes. */
  readonly invoices: ReturnType<typeof invoicesOf>;
  readonly events: ReturnType<typeof eventsOf>;
  readonly currencies: ReturnType<typeof currenciesOf>;
  readonly accounts: ReturnType<typeof accountsOf>;
  readonly apiKeys: ReturnType<typeof apiKeysOf>;
  readonly members: ReturnType<typeof membersOf>;
  readonly clientIds: ReturnType<typeof clientIdsOf>;
  readonly branding: ReturnType<typeof brandingOf>;
  readonly orchestrators: ReturnType<typeof orchestratorsOf>;
  readonly health: ReturnType<typeof healthOf>;

  constructor(options: QuittanceOptions) {
    const { baseUrl, fetch, timeoutMs = 30_000, maxRetries = 4, maxPauseMs = 60_000 } = options;
    const own = ownEnvironment();
    const environment = fetch === undefined ? own : { ...own, fetch };
    const { protocol } = new URL(baseUrl);
    if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`baseUrl is no web address`);
    this.call = createCall({ baseUrl, credentials: options, timeoutMs, maxRetries, maxPauseMs, environment });
    const methods = methodsOf(this.call, environment);
    this.requests = requestsOf(methods);
    this.refunds = refundsOf(methods);
    this.payments = paymentsOf(methods);
    this.quittances = quittancesOf(methods);
    this.links = linksOf(methods);
    this.payouts = payoutsOf(methods);
    this.destinations = destinationsOf(methods);
    this.payers = payersOf(methods);
    this.webhooks = webhooksOf(methods);
    this.books = booksOf(methods);
    this.invoices = invoicesOf(methods);
    this.events = eventsOf(methods);
    this.currencies = currenciesOf(methods);
    this.accounts = accountsOf(methods);
    this.apiKeys = apiKeysOf(methods);
    this.members = membersOf(methods);
    this.clientIds = clientIdsOf(methods);
    this.branding = brandingOf(methods);
    this.orchestrators = orchestratorsOf(methods);
    this.health = healthOf(methods);
  }
}
