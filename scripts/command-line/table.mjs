/** For commands that are clients of a service. */
const SERVICE = /** @type {const} */ ({
  url: {
    value: "<URL>",
    summary:
      "address of the service, else QUITTANCE_URL; the key is QUITTANCE_API_KEY, else that of quittance login",
  },
});
const FORWARDING = /** @type {const} */ ({
  events: { value: "<names>", summary: "only these, separated by commas" },
  secret: {
    value: "<text>",
    summary: "what deliveries are signed with; one is made and kept where it is left out",
  },
  "header-prefix": {
    value: "<text>",
    summary: "what names of headers begin with at the service (x-service-)",
  },
});
const LIMIT = /** @type {const} */ ({ value: "<number>", initial: "20", summary: "how many at most" });
const TIMEOUT = /** @type {const} */ ({
  ...{ value: "<seconds>", initial: "600" },
  summary: "after which it fails with 1",
});
const DATA = /** @type {const} */ ({
  value: "<JSON>",
  summary: "further fields of the API, as JSON, @file or @- for standard input",
});

/**
 * Every subcommand of `quittance`, by its words. Read before anything of a command is loaded: `--help`, completion and
 * the check of what was typed need this table alone.
 *
 * - `summary`: one line. `details`: what else its `--help` says.
 * - `words`: what follows its name, `<needed>`, `[optional]` or `[any...]`.
 * - `options`: by name. One with a `value` takes a text, one that is `many` may be there several times, any other is a switch.
 *   `initial` holds where it is left out.
 * - `examples`: as they are typed after `quittance`.
 * - `program`: the program that it starts, with these words before what was typed. All others are a function of
 *   `scripts/commands/<first word>.ts`, named after the last word.
 */
export const COMMANDS = /** @type {const} */ ({
  start: {
    summary: "Bring everything up on this machine: database, local chains, web and worker",
    details: "Ctrl-C stops it and keeps the data. `npm start` is the same.",
    options: {
      networks: { value: "all|<network>,…", summary: "local chains to run" },
      filler: { value: "<mode>", summary: "what becomes of payments between local chains" },
      chaos: { summary: "open the sandbox of faults, which quittance chaos plays" },
      fresh: { summary: "start empty: removes the embedded database, the local chains and the credentials" },
    },
    examples: ["start", "start --networks all"],
    program: { source: "local/main.ts", words: ["start"] },
  },
  dev: {
    summary: "The same as start, and takes changes of the code over",
    options: {
      networks: { value: "all|<network>,…", summary: "local chains to run" },
      filler: { value: "<mode>", summary: "what becomes of payments between local chains" },
      chaos: { summary: "open the sandbox of faults, which quittance chaos plays" },
      fresh: { summary: "start empty: removes the embedded database, the local chains and the credentials" },
    },
    examples: ["dev --fresh"],
    program: { source: "local/main.ts", words: ["dev"] },
  },
  worker: {
    summary: "Watch chains, send webhooks and do what is due, until it is stopped",
    details: "Any number may run on one database.",
    examples: ["worker"],
    program: { source: "server/worker/main.ts", words: [] },
  },
  migrate: {
    summary: "Apply the migrations to DATABASE_URL",
    details: "Run it before each new version; doing it again changes nothing.",
    examples: ["migrate"],
  },
  backup: {
    summary: "Write everything in the database into a new directory, while the service runs",
    words: "<directory>",
    examples: ["backup /var/backups/quittance-monday"],
  },
  restore: {
    summary: "Fill an empty database with a backup",
    details: "That of DATABASE_URL, or the embedded one of the data directory.",
    words: "<directory>",
    examples: ["restore /var/backups/quittance-monday"],
  },
  audit: {
    summary: "Read the chains again and compare them with the ledger; check the audit logs",
    details:
      "Changes nothing; ends with 1 when they differ, or when an entry of an audit log was removed, altered or put in between. " +
      "The answer with --json names the head of every log: kept on another machine, it shows later that a log was cut off.",
    options: {
      log: { summary: "only the audit logs: no node is asked" },
      since: {
        value: "<file>",
        summary:
          "an earlier answer with --json, or an account's log as JSON, whose heads must still be there",
      },
      network: { value: "<network>", summary: "only this network" },
      from: { value: "<block>", summary: "first block of that network" },
      to: { value: "<block>", summary: "last block of that network" },
    },
    examples: [
      "audit",
      "audit --network base --from 31000000 --to 31999999",
      "audit --log --json > monday.json",
      "audit --log --since monday.json",
    ],
  },
  doctor: {
    summary: "Look at everything that the service needs, and say what to do about what is wrong",
    details:
      "Settings, database, clock, keys, nodes, watchers and the hosts of webhooks. Changes nothing and sends nothing; ends with 1 " +
      "when something is wrong.",
    examples: ["doctor", "doctor --json"],
  },
  "chain status": {
    summary: "Tell where every watcher stands, and what is quarantined",
    examples: ["chain status", "chain status --json"],
  },
  "chain rescan": {
    summary: "Read blocks again and correct the ledger",
    options: {
      network: { value: "<network>", summary: "which network" },
      from: { value: "<block>", summary: "first block" },
      to: { value: "<block>", summary: "last block; the last processed one where it is left out" },
      apply: { summary: "do it; without it the command only says what it would change" },
    },
    examples: [
      "chain rescan --network base --from 100 --to 200",
      "chain rescan --network base --from 100 --apply",
    ],
  },
  "chain resume": {
    summary: "Let a halted chain go on; reads the last final blocks again",
    options: {
      network: { value: "<network>", summary: "which network" },
      from: { value: "<block>", summary: "first block to read again" },
      apply: { summary: "do it; without it the command only says what it would change" },
    },
    examples: ["chain resume --network base", "chain resume --network base --from 100 --apply"],
  },
  "chain settle": {
    summary: "Try a quarantined request again now",
    options: {
      request: { value: "<ID>", summary: "which request" },
      apply: { summary: "do it; without it the command only says what it would change" },
    },
    examples: ["chain settle --request <ID> --apply"],
  },
  "chain deposits": {
    summary: "Have the worker try the quarantined deposits of a network again",
    options: {
      network: { value: "<network>", summary: "where the deposits were made" },
      apply: { summary: "do it; without it the command only says what it would change" },
    },
    examples: ["chain deposits --network base --apply"],
  },
  "chain restored": {
    summary: "After a restore: give out no sequence number of an event twice",
    options: {
      skip: { value: "<numbers>", initial: "10000", summary: "how many numbers are left out" },
      apply: { summary: "do it; without it the command only says what it would change" },
    },
    examples: ["chain restored --skip 10000 --apply"],
  },
  "held list": {
    summary: "Show payments that do not count yet, because of who paid them or what they are worth",
    examples: ["held list"],
  },
  "held release": {
    summary: "Let a held payment count",
    words: "<payment-id>",
    options: {
      reason: { value: "<text>", summary: "why, for the merchant and the audit log" },
      credit: {
        value: "<amount>",
        summary: "what it is worth in the currency of its request, where nobody knows",
      },
      apply: { summary: "do it; without it the command only says what it would change" },
    },
    examples: ['held release <payment ID> --reason "Checked by hand" --apply'],
  },
  "held reject": {
    summary: "Never let a held payment count",
    words: "<payment-id>",
    options: {
      reason: { value: "<text>", summary: "why, for the merchant and the audit log" },
      apply: { summary: "do it; without it the command only says what it would change" },
    },
    examples: ['held reject <payment ID> --reason "Stolen money" --apply'],
  },
  "incidents list": {
    summary: "Show the incidents of the last 90 days that the public status page shows, newest first",
    examples: ["incidents list"],
  },
  "incidents say": {
    summary: "Put your words beside an incident on the public status page",
    words: "<incident-id>",
    options: {
      words: { value: "<text>", summary: "what the page says; an empty text takes the words away" },
    },
    examples: ['incidents say <incident ID> --words "A provider of nodes was down."'],
  },
  "platforms create": {
    summary: "Make an account and show its first API key, this once",
    options: {
      name: { value: "<text>", summary: "what the account is called" },
      wallet: { value: "<address>", summary: "wallet that signs in to it, on EVM networks or Tron" },
    },
    examples: ['platforms create --name "Your shop" --wallet 0x…'],
  },
  "platforms list": {
    summary: "Show the accounts of this service, oldest first",
    options: {
      after: { value: "<ID>", summary: "those that follow this one" },
      rows: { value: "<number>", initial: "50", summary: "how many at most" },
      disabled: { summary: "only those that are disabled" },
    },
    examples: ["platforms list", "platforms list --disabled --json"],
  },
  "platforms limit": {
    summary: "Set how often an account may ask, and how many payments it may create on a day in UTC",
    words: "<id>",
    options: {
      tier: { value: "<tier>|none", summary: "rate limit of all its credentials" },
      "per-day": { value: "<number>|none", summary: "payments that it may create on a day" },
    },
    examples: ["platforms limit <ID> --tier premium --per-day 1000"],
  },
  "platforms disable": {
    summary: "Refuse all credentials of an account and new payments of its links",
    details: "Payments that have begun are still seen.",
    words: "<id>",
    options: { reason: { value: "<text>", summary: "why, for the audit log" } },
    examples: ['platforms disable <ID> --reason "Sold what is not allowed"'],
  },
  "platforms enable": {
    summary: "Let a disabled account in again",
    words: "<id>",
    examples: ["platforms enable <ID>"],
  },
  "platforms offramp": {
    summary: "Let one credential pay to bank accounts: made-up ones of the sandbox, or real ones",
    words: "<credential-id>",
    options: { access: { value: "<access>|none", summary: "sandbox, production or none" } },
    examples: ["platforms offramp <ID of an API key or client ID> --access sandbox"],
  },
  "recover start": {
    summary:
      "Give an account whose owners are lost another one, after 72 hours in which any owner can stop it",
    details:
      "Every owner is told at once. A worker does it when the time is over. Nothing else of the account changes.",
    options: {
      account: { value: "<ID>", summary: "the account" },
      wallet: { value: "<address>", summary: "wallet that becomes an owner, on EVM networks or Tron" },
      invitation: { summary: "in place of a wallet: a link that lets one person in" },
      reason: { value: "<text>", summary: "why; its owners read it" },
    },
    examples: [
      'recover start --account <ID> --wallet 0x… --reason "Owner lost the phone; passport seen"',
      'recover start --account <ID> --invitation --reason "Owner has died; heir known"',
    ],
  },
  "recover list": {
    summary: "Show the recoveries that wait, newest first",
    options: { all: { summary: "also those that were done, stopped or given up" } },
    examples: ["recover list", "recover list --all --json"],
  },
  "recover stop": {
    summary: "Stop a recovery that waits, for good",
    words: "<id>",
    examples: ["recover stop <ID>"],
  },
  "recover finish": {
    summary: "Carry out a recovery whose time is over, without waiting for a worker",
    words: "<id>",
    examples: ["recover finish <ID>"],
  },
  "orchestrators list": {
    summary: "Show the partners who bring platforms to this service, oldest first",
    examples: ["orchestrators list"],
  },
  "orchestrators create": {
    summary: "Make an account a partner who brings platforms, and show its first key, this once",
    options: {
      platform: { value: "<ID>", summary: "the account" },
      name: { value: "<text>", summary: "what the partner is called" },
      email: { value: "<address>", summary: "where it can be reached" },
    },
    examples: ['orchestrators create --platform <ID> --name "Your company" --email you@example.com'],
  },
  "orchestrators key": {
    summary: "Give a partner another key, as for one that lost its own",
    words: "<id>",
    options: { label: { value: "<text>", summary: "what the key is called" } },
    examples: ['orchestrators key <ID> --label "Second server"'],
  },
  "orchestrators disable": {
    summary: "Refuse all keys of a partner and its onboarding links; links that exist stay",
    words: "<id>",
    examples: ["orchestrators disable <ID>"],
  },
  "orchestrators enable": {
    summary: "Let a disabled partner in again",
    words: "<id>",
    examples: ["orchestrators enable <ID>"],
  },
  "payers show": {
    summary: "Tell all that is kept of a payer of crypto-to-fiat, for that person",
    words: "<platform-id> <client-user-id>",
    examples: ["payers show <platform ID> <clientUserId>"],
  },
  "payers erase": {
    summary: "Erase what is kept of a payer; its payments stay, without any of it",
    details: "The provider keeps its own copy.",
    words: "<platform-id> <client-user-id>",
    examples: ["payers erase <platform ID> <clientUserId>"],
  },
  reseal: {
    summary: "Seal everything with the present keys that was sealed with old ones",
    details:
      "What was sealed with a key of SECRET_KEYS_OLD is sealed with SECRET_KEY; personal data of payers, and the stored answers " +
      "that repeat it, with PERSONAL_DATA_KEY where a key of PERSONAL_DATA_KEYS_OLD sealed it. Run it after every process was " +
      "started with the new key. It may be broken off and started again, and it may run while the service does. When it has " +
      "finished, the old keys may leave SECRET_KEYS_OLD and PERSONAL_DATA_KEYS_OLD.",
    options: { batch: { value: "<rows>", initial: "500", summary: "how many rows in one step" } },
    examples: ["reseal", "reseal --batch 100"],
  },
  login: {
    summary: "Log in to a service: a person approves a key for this machine in the dashboard",
    details:
      "Shows a code, which a person who is signed in to the dashboard compares and approves. The key is kept for this user in " +
      "~/.config/quittance/keys.json, and commands use it where QUITTANCE_API_KEY is not set. Scopes are read, requests, links, " +
      "payouts, refunds, destinations and members.",
    options: {
      scopes: { value: "<scopes>", initial: "read,requests,links", summary: "what the key may do, at most" },
      name: { value: "<text>", summary: "what the key is called; after this machine where it is left out" },
      expires: { value: "<days>", initial: "90", summary: "after how many days it ends by itself" },
      "no-browser": { summary: "open no browser; the page may be opened on any machine" },
      url: {
        value: "<URL>",
        summary: "address of the service, else QUITTANCE_URL, else the stack that runs here",
      },
    },
    examples: [
      "login --url https://pay.example",
      "login --url https://pay.example --scopes read --expires 7 --no-browser",
      'login --name "Build server" --json',
    ],
  },
  logout: {
    summary: "Log out of a service: deletes the key there, and forgets it here",
    details: "Ends with 1 when the service did not delete it; it is forgotten here all the same.",
    options: {
      url: { value: "<URL>", summary: "address of the service; the last one where it is left out" },
    },
    examples: ["logout", "logout --url https://pay.example"],
  },
  whoami: {
    summary: "Show which service, account and key commands use",
    options: { ...SERVICE },
    examples: ["whoami", "whoami --url https://pay.example --json"],
  },
  "requests create": {
    summary: "Create a payment request",
    options: {
      amount: { value: "<amount>", summary: "what is asked for, such as 12.50" },
      currency: { value: "<currency>", summary: "of the amount, such as USDC-sepolia or EUR" },
      "pay-in": { value: "<currency>", summary: "what it is paid in, where that is another one" },
      payee: { value: "<address>", summary: "who is paid" },
      reference: { value: "<text>", summary: "your own name for it" },
      data: DATA,
      "idempotency-key": { value: "<key>", summary: "with the same key within a day it creates once" },
      ...SERVICE,
    },
    examples: [
      "requests create --amount 12.50 --currency USDC-sepolia --payee 0x… --reference INV-2026-001",
      "requests create --data @request.json --json",
    ],
  },
  "requests get": {
    summary: "Show a request and what was paid of it",
    words: "<request-id>",
    options: { ...SERVICE },
    examples: ["requests get <request ID>", "requests get <request ID> --json"],
  },
  "requests list": {
    summary: "Show requests, the newest first",
    options: {
      limit: LIMIT,
      wallet: { value: "<address>", summary: "only of this payer or payee" },
      ...SERVICE,
    },
    examples: ["requests list", "requests list --limit 100 --json"],
  },
  "requests wait": {
    summary: "Wait until a request is paid in full",
    words: "<request-id>",
    options: { timeout: TIMEOUT, ...SERVICE },
    examples: ["requests wait <request ID> --timeout 60"],
  },
  "links create": {
    summary: "Create a payment link",
    options: {
      amount: { value: "<amount>", many: true, summary: "what is asked for; several are paid together" },
      currency: { value: "<currency>", summary: "of the amounts, where it is not that of the destination" },
      destination: { value: "<ID>", summary: "where it is paid; the account's own where it is left out" },
      reference: { value: "<text>", summary: "your own name for it" },
      "redirect-url": { value: "<URL>", summary: "where the payer goes afterwards" },
      data: DATA,
      ...SERVICE,
    },
    examples: [
      "links create --amount 25 --reference INV-2026-002",
      "links create --amount 25 --amount 5 --json",
    ],
  },
  "links get": {
    summary: "Show the payment of a link, and why it stands where it does",
    words: "<request-id>",
    options: { ...SERVICE },
    examples: ["links get <request ID>"],
  },
  "links list": {
    summary: "Show incoming payments with their links, the newest first",
    options: { limit: LIMIT, ...SERVICE },
    examples: ["links list --limit 5"],
  },
  "links wait": {
    summary: "Wait until a request of a link is paid in full",
    words: "<request-id>",
    options: { timeout: TIMEOUT, ...SERVICE },
    examples: ["links wait <request ID>"],
  },
  "payouts create": {
    summary: "Create an outgoing payment and show the transactions that make it",
    options: {
      amount: { value: "<amount>", summary: "what is paid" },
      currency: { value: "<currency>", summary: "of the amount" },
      "pay-in": { value: "<currency>", summary: "what is sent, where that is another one" },
      payee: { value: "<address>", summary: "who is paid" },
      wallet: { value: "<address>", summary: "which wallet of yours pays" },
      reference: { value: "<text>", summary: "your own name for it" },
      data: DATA,
      ...SERVICE,
    },
    examples: ["payouts create --amount 5 --currency USDC-sepolia --payee 0x… --wallet 0x… --json"],
  },
  "payouts get": {
    summary: "Show an outgoing payment, and why it stands where it does",
    words: "<request-id>",
    options: { ...SERVICE },
    examples: ["payouts get <request ID>"],
  },
  "payouts list": {
    summary: "Show outgoing payments, the newest first",
    options: { limit: LIMIT, ...SERVICE },
    examples: ["payouts list"],
  },
  "payouts wait": {
    summary: "Wait until an outgoing payment is made in full",
    words: "<request-id>",
    options: { timeout: TIMEOUT, ...SERVICE },
    examples: ["payouts wait <request ID>"],
  },
  listen: {
    summary: "Show events as they happen, and send them to a program of yours as webhooks",
    details:
      "Pulls events over the API, so the program needs no address that the service could reach. It goes on after the event " +
      "that was answered last; a new one begins with what happens from then on. Any answer counts, also a refusal: " +
      "events replay sends again. Without an answer an event is sent until there is one.",
    options: {
      "forward-to": { value: "<URL>", summary: "where they are sent; only shown where it is left out" },
      from: { value: "<sequence>", summary: "begin with this event instead" },
      ...FORWARDING,
      ...SERVICE,
    },
    examples: [
      "listen --forward-to http://localhost:3001/hook",
      "listen --forward-to http://localhost:3001/hook --events payment.confirmed,payment.failed",
      "listen --from 1 --json",
    ],
  },
  "events list": {
    summary: "Show what happened, in order",
    options: {
      from: { value: "<sequence>", initial: "1", summary: "the first one" },
      limit: LIMIT,
      events: { value: "<names>", summary: "only these, separated by commas" },
      ...SERVICE,
    },
    examples: ["events list", "events list --from 42 --events payment.confirmed --json"],
  },
  "events replay": {
    summary: "Send events to a program of yours once more",
    details: "Ends with 1 when one of them was refused. Each has the ID that it had before.",
    options: {
      "forward-to": { value: "<URL>", summary: "where they are sent" },
      from: { value: "<sequence>", summary: "the first one" },
      to: { value: "<sequence>", summary: "the last one; all that there are where it is left out" },
      ...FORWARDING,
      ...SERVICE,
    },
    examples: ["events replay --forward-to http://localhost:3001/hook --from 42 --to 45"],
  },
  "logs tail": {
    summary: "Show calls made with the account's credentials, as they come",
    options: {
      status: { value: "<status>", summary: "only with this one, such as 404 or 4xx" },
      method: { value: "<method>", summary: "only with this one" },
      path: { value: "<path>", summary: "only where the path begins like this" },
      credential: { value: "<ID or kind>", summary: "only by this key or client ID, or by programs" },
      rows: { value: "<number>", initial: "20", summary: "how many of before" },
      once: { summary: "end after those of before" },
      ...SERVICE,
    },
    examples: [
      "logs tail",
      "logs tail --status 4xx --path /v2/request",
      "logs tail --rows 100 --once --json",
    ],
  },
  trigger: {
    summary: "Bring an event about by a real payment on the local chains",
    words: "<event>",
    details: "The event is payment.confirmed. Needs the stack of npm start.",
    options: {
      amount: { value: "<amount>", initial: "1", summary: "how much is paid" },
      currency: { value: "<currency>", initial: "USDC-sepolia", summary: "what is paid in" },
    },
    examples: ["trigger payment.confirmed", "trigger payment.confirmed --amount 12.50"],
  },
  chaos: {
    summary: "Play a fault on the local chains, and show the events that it leads to",
    words: "[fault]",
    details: "Without a fault it lists them. Needs the stack of npm start -- --chaos.",
    options: { blocks: { value: "<number>", initial: "3", summary: "how many blocks reorganise replaces" } },
    examples: ["chaos", "chaos over", "chaos reorganise --blocks 5"],
  },
  "webhooks create": {
    summary: "Make a webhook and show its secret, this once",
    details: "Needs the database of the service. Without --platform, for the demo account.",
    options: {
      url: { value: "<URL>", summary: "where events are sent" },
      listen: { summary: "receive and show them in this terminal, until Ctrl-C" },
      platform: { value: "<ID>", summary: "of which account" },
      "client-id": { value: "<cli_…>", summary: "only events of this client ID" },
    },
    examples: ["webhooks create --listen", "webhooks create --platform <ID> --url https://shop.example/hook"],
  },
  "demo pay": {
    summary: "Pay with a development account, on local chains only",
    words: "[words...]",
    details:
      "Pays the request that is named, or the ready one. With --exchange the words are `tron` or the token of a link, and how " +
      "many seconds the exchange lets a withdrawal wait (2); without a link it makes one.",
    options: {
      safe: { summary: "make a link and pay it from a Safe" },
      exchange: { summary: "pay a link from an exchange" },
      bridge: { summary: "pay from another network" },
    },
    examples: [
      "demo pay",
      "demo pay <request ID>",
      "demo pay --safe",
      "demo pay --exchange tron",
      "demo pay --bridge",
    ],
  },
  "sign-in": {
    summary: "Sign in over the API as a wallet would, and print the token of the session",
    words: "[account]",
    details: "An account is a name of the local chains (merchant where it is left out) or a private key.",
    options: {
      tron: { summary: "sign as a wallet on Tron" },
      url: { value: "<URL>", summary: "address of the API; that of the running stack where it is left out" },
    },
    examples: ["sign-in", "sign-in payer --tron"],
  },
  verify: {
    summary: "Check a quittance without the service that issued it",
    words: "<file>",
    details: "- reads standard input. Ends with 1 when anything is not as the quittance says.",
    options: {
      signer: { value: "<0x…>", summary: "the address that has to have signed" },
      signers: {
        value: "<URL or file>",
        summary: "the list of addresses that sign, of GET /v2/quittance-signer",
      },
      rpc: { value: "<network>=<URL>", many: true, summary: "a node that is asked for every transfer" },
      stack: { summary: "ask the nodes of the stack that runs here" },
    },
    examples: ["verify quittance.json", "verify quittance.json --signer 0x… --rpc base=https://…"],
  },
  "contracts deploy": {
    summary: "Deploy the recurring contract, or the two contracts of deposit addresses",
    details:
      "The key comes from DEPLOYER_PRIVATE_KEY. Without --yes it only says what it would do, and what that costs.",
    options: {
      "rpc-url": { value: "<URL>", summary: "node of the network" },
      relayer: { value: "<0x…>", summary: "who may pay instalments" },
      owner: { value: "<0x…>", summary: "who may change the relayer" },
      "fee-proxy": { value: "<0x…>", summary: "contract that instalments pay through" },
      deposits: { summary: "the contracts of deposit addresses" },
      tron: { summary: "on Tron; together with --deposits" },
      yes: { summary: "do it" },
    },
    examples: [
      "contracts deploy --rpc-url <URL> --owner 0x… --relayer 0x…",
      "contracts deploy --deposits --rpc-url <URL> --yes",
    ],
    program: { source: "contracts/deploy.ts", words: [] },
  },
  settings: {
    summary: "Write docs/settings.md, or the named file, from the schemas of the environment",
    words: "[file]",
    examples: ["settings", "settings /tmp/settings.md"],
  },
  completion: {
    summary: "Print the script that completes commands in a shell",
    words: "<shell>",
    details: "The shell is bash, zsh or fish.",
    examples: ["completion bash > ~/.local/share/bash-completion/completions/quittance"],
  },
});

/** What the first words have in common, for those that several commands begin with. */
export const GROUPS = {
  chain: "What an operator does when a watcher stands still or the ledger is doubted",
  contracts: "Contracts that this service brings",
  demo: "Try it on local chains",
  held: "Payments that do not count until an operator decides",
  incidents: "What the public status page shows of the past",
  recover: "Another owner for an account whose owners are lost",
  logs: "What the service notes",
  orchestrators: "Partners who bring platforms to this service",
  events: "What happened to the account",
  links: "Payment links: pages on which requests are paid",
  payers: "Personal data of payers of crypto-to-fiat",
  platforms: "Accounts of this service",
  payouts: "Outgoing payments",
  requests: "Payment requests: what is asked for, and what was paid of it",
  webhooks: "Addresses that events are sent to",
};

/** The npm scripts of before, which do the same for one more release. */
export const FORMER_NAMES = {
  worker: "worker",
  migrate: "migrate",
  backup: "backup",
  restore: "restore",
  audit: "audit",
  chain: "chain",
  held: "held",
  platforms: "platforms",
  "platform:create": "platforms create",
  orchestrators: "orchestrators",
  payers: "payers",
  reseal: "reseal",
  "webhook:create": "webhooks create",
  "demo:pay": "demo pay",
  "sign-in": "sign-in",
  "verify:quittance": "verify",
  "deploy:contracts": "contracts deploy",
  settings: "settings",
};
