import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { NAVIGATION, navigationOf } from "@/components/dashboard/frame/navigation";
import { ROLE_WORDS } from "@/components/dashboard/roles/role-words";
import type { Role } from "@/db/roles";
import type { OperationId } from "@/server/auth/operations/operations";
import { roleHas } from "@/server/auth/operations/role-has";
import { type AccountWithEverything, anAccountWithEverything } from "./support/account-with-everything";
import { confirmedCall } from "./support/confirmed-call";
import { test } from "./support/journey";
import { chooseAccount, connect } from "./support/merchant";
import { watchPage } from "./support/page-watch";
import { sharedStack } from "./support/shop";

const { stack } = sharedStack();
const dashboard = stack.dashboardUrl;

/** Something to press, and the operation that it ends in. */
type Action = [name: string | RegExp, operation: OperationId];

interface Screen {
  path: string;
  /** What it reads first of all. */
  operation: OperationId;
  /** There for everybody who sees the screen, as soon as it has been read. */
  ready: (page: Page) => Locator;
  actions: readonly Action[];
  /** What the menu of a row offers. */
  menu?: { row: string; actions: readonly Action[] };
}

const heading = (name: string) => (page: Page) => page.getByRole("heading", { name, exact: true });
const cell = (name: string) => (page: Page) => page.getByRole("cell", { name }).first();

const screensOf = (made: AccountWithEverything): Screen[] => [
  {
    path: "",
    operation: "getDashboardOverview",
    ready: heading("At a glance"),
    actions: [
      ["Request payment", "createSecurePayment"],
      ["Manage", "updatePayeeDestinationSession"],
      ["Webhook log", "listAllWebhookDeliveries"],
    ],
  },
  {
    path: "/get-paid",
    operation: "listDashboardPayments",
    ready: cell("Open"),
    actions: [["New request", "createSecurePayment"]],
    menu: {
      row: "Open",
      actions: [
        ["Copy link", "getDashboardPayment"],
        ["Remind", "getDashboardPayment"],
        ["Duplicate", "createSecurePayment"],
        ["Extend", "extendDashboardPayment"],
        ["Cancel link", "cancelDashboardPayment"],
      ],
    },
  },
  {
    path: `/get-paid/${made.paid}`,
    operation: "getDashboardPayment",
    ready: heading("Refunds"),
    actions: [
      ["Send money back", "prepareRefund"],
      ["Duplicate", "createSecurePayment"],
      ["Add a note", "putDashboardPaymentNote"],
    ],
  },
  {
    path: `/get-paid/${made.open}`,
    operation: "getDashboardPayment",
    ready: heading("Note"),
    actions: [
      ["Remind", "getDashboardPayment"],
      ["Extend", "extendDashboardPayment"],
      ["Duplicate", "createSecurePayment"],
      ["Cancel link", "cancelDashboardPayment"],
      ["Add a note", "putDashboardPaymentNote"],
    ],
  },
  {
    path: "/get-paid/new",
    operation: "createSecurePayment",
    ready: (page) => page.getByRole("textbox", { name: "Amount" }),
    actions: [["Create request", "createSecurePayment"]],
  },
  {
    path: "/deposits",
    operation: "listDepositsToCollect",
    ready: heading("Deposits to collect"),
    actions: [],
  },
  {
    path: "/pay",
    operation: "listDashboardPayments",
    ready: cell("Payout"),
    actions: [
      ["New payment", "createSecurePayout"],
      ["Import CSV", "checkPayouts"],
      ["Pay several together", "createMulticallPayout"],
    ],
  },
  {
    path: `/pay/${made.outgoing}`,
    operation: "getDashboardPayment",
    ready: heading("Note"),
    actions: [
      ["Extend", "extendDashboardPayment"],
      ["Duplicate", "createSecurePayout"],
      ["Cancel link", "cancelDashboardPayment"],
    ],
  },
  {
    path: "/recurring",
    operation: "listDashboardSchedules",
    ready: cell("Schedule"),
    actions: [["New schedule", "createDashboardSchedule"]],
    menu: {
      row: "Schedule",
      actions: [
        ["Copy link for the payer", "getDashboardSchedule"],
        ["Cancel schedule", "updateDashboardSchedule"],
      ],
    },
  },
  {
    path: `/recurring/${made.schedule}`,
    operation: "getDashboardSchedule",
    ready: heading("Permit"),
    actions: [["Cancel schedule", "updateDashboardSchedule"]],
  },
  {
    path: "/recurring/new",
    operation: "createDashboardSchedule",
    ready: (page) => page.getByRole("textbox", { name: "Amount" }),
    actions: [["Review", "createDashboardSchedule"]],
  },
  {
    path: "/account",
    operation: "getAccount",
    ready: (page) => page.getByText("Active destination").nth(1),
    actions: [
      ["Choose a name", "putBranding"],
      ["Change", "updateUnderpayment"],
    ],
  },
  {
    path: "/members",
    operation: "listMembers",
    ready: (page) => page.getByText("You", { exact: true }),
    actions: [
      ["Invite a member", "createInvitation"],
      [/^Actions for member/, "updateMember"],
    ],
  },
  {
    path: "/manage-destination",
    operation: "getMyPayeeDestination",
    ready: cell("Web"),
    actions: [
      ["Update route", "updatePayeeDestinationSession"],
      ["Delete route", "deactivateMyPayeeDestination"],
      ["Save screening", "updatePayeeDestinationSession"],
      ["Generate new client ID", "createClientIdSession"],
      ["View Web", "listClientIdsSession"],
      ["Edit Web", "updateClientIdSession"],
      ["Revoke Web", "revokeClientIdSession"],
      ["Add webhook", "createWebhook"],
      [/^Actions for http/, "updateWebhook"],
      ["All deliveries", "listAllWebhookDeliveries"],
    ],
  },
  {
    path: "/branding",
    operation: "getOwnBranding",
    ready: (page) => page.getByText("A picture with made-up figures"),
    actions: [
      ["Upload a logo", "uploadLogo"],
      ["Save branding", "putBranding"],
    ],
  },
  {
    path: "/partners",
    operation: "listClientIdLinks",
    ready: cell("Partner"),
    actions: [["New partner account", "createOrchestrator"]],
  },
  {
    path: `/partners/${made.orchestrator}`,
    operation: "listOrchestrators",
    ready: (page) => page.getByText("A picture with made-up figures"),
    actions: [
      ["Invite a platform", "createLinkIntent"],
      ["New fee", "createFeeConfig"],
      ["Save branding", "updateBranding"],
      ["New key", "createOrchestratorKey"],
      ["Rotate key First key", "rotateOrchestratorKey"],
      ["Revoke key First key", "revokeOrchestratorKey"],
      ["Add webhook", "createOrchestratorWebhook"],
    ],
  },
  { path: "/audit-log", operation: "listAuditLog", ready: heading("Changes"), actions: [] },
  { path: "/approvals", operation: "listApprovals", ready: heading("Waiting"), actions: [] },
  {
    path: "/books",
    operation: "listPeriods",
    ready: heading("Currency of the books"),
    actions: [["Name the currency", "putBooksSettings"]],
  },
  {
    path: "/books/close",
    operation: "listPeriods",
    ready: heading("See what is still open"),
    actions: [[/^End .* and compare$/, "freezePeriod"]],
  },
  {
    path: "/books/balances",
    operation: "listMonthlyBalances",
    ready: heading("By wallet and token"),
    actions: [],
  },
  {
    path: "/books/received",
    operation: "listReceivedByDay",
    ready: heading("What was received"),
    actions: [],
  },
  {
    path: "/books/exports",
    operation: "listExports",
    ready: heading("Downloaded before"),
    actions: [["Download", "exportBooks"]],
  },
  {
    path: "/books/accounts",
    operation: "getAccountMapping",
    ready: heading("Names in your accounting program"),
    actions: [["Save names", "putAccountMapping"]],
  },
  {
    path: "/notifications",
    operation: "listNotificationChannels",
    ready: heading("Where you are told"),
    actions: [["Add a channel", "createNotificationChannel"]],
  },
  {
    path: "/invoices",
    operation: "listInvoices",
    ready: heading("All invoices"),
    actions: [
      ["New invoice", "createInvoice"],
      ["Say who issues them", "putInvoiceIssuer"],
    ],
  },
  { path: "/alarms", operation: "listAlarms", ready: heading("What owners are told of"), actions: [] },
  {
    path: "/api-keys",
    operation: "listApiKeys",
    ready: cell("Shop"),
    actions: [["New API key", "createApiKey"]],
    menu: {
      row: "API key Shop",
      actions: [
        ["Change limits", "updateApiKey"],
        ["Rotate", "rotateApiKey"],
        ["Delete", "deleteApiKey"],
      ],
    },
  },
  {
    path: "/webhooks",
    operation: "listAllWebhookDeliveries",
    ready: heading("Deliveries"),
    actions: [["Replay failed", "replayFailedWebhookDeliveries"]],
  },
  {
    path: "/developers",
    operation: "listRequestLog",
    ready: heading("Request log"),
    actions: [["API keys", "listApiKeys"]],
  },
  { path: "/network-status", operation: "getDashboardOverview", ready: cell("Sepolia"), actions: [] },
];

/** A new person who joins the owner's account. */
async function aMember(browser: Browser, owner: Page, role: Role): Promise<Page> {
  const answer = await confirmedCall(owner, "POST", `${stack.apiUrl}/v1/members/invitations`, { role });
  const { token } = await answer.json();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await chooseAccount(page, generatePrivateKey());
  await page.goto(`${dashboard}/join/${token}`);
  await connect(page);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  return page;
}

/** Fails where something is offered that the role does not have, or not offered that it has. */
async function expectOffered(place: Locator, actions: readonly Action[], role: Role): Promise<void> {
  for (const [name, operation] of actions) {
    const offered = place
      .getByRole("button", { name, exact: true })
      .or(place.getByRole("link", { name, exact: true }));
    if (roleHas(role, operation)) await expect(offered.first(), `${role}: ${name}`).toBeVisible();
    else await expect(offered, `${role}: ${name}`).toHaveCount(0);
  }
}

async function lookAt(page: Page, screen: Screen, role: Role): Promise<void> {
  await page.goto(`${dashboard}${screen.path}`);
  if (!roleHas(role, screen.operation)) {
    await page.getByText(`Your role, ${ROLE_WORDS[role].name}, cannot see this page`).waitFor();
    return;
  }
  await screen.ready(page).waitFor();
  // What stands around the screen has places of the same names.
  await expectOffered(page.locator("header").or(page.getByRole("main")), screen.actions, role);
  if (!screen.menu) return;
  const { row, actions } = screen.menu;
  const menu = page.getByRole("button", { name: `Actions for ${row}`, exact: true });
  if (!actions.some(([, operation]) => roleHas(role, operation))) {
    await expect(menu).toHaveCount(0);
    return;
  }
  await menu.click();
  await expectOffered(page.getByRole("dialog", { name: `Actions for ${row}` }), actions, role);
}

const ROLES_TO_LOOK = ["owner", "viewer", "finance", "developer"] as const;

test("each role is offered what it may do, on every page, and is refused nothing", async ({
  page,
  browser,
}) => {
  test.slow();
  const made = await anAccountWithEverything(page, stack);
  const screens = screensOf(made);
  const all = NAVIGATION.flatMap(({ items }) => items);
  for (const role of ROLES_TO_LOOK) {
    await test.step(role, async () => {
      const member = role === "owner" ? page : await aMember(browser, page, role);
      const watch = watchPage(member, new URL(dashboard).origin);
      const own = navigationOf(role).flatMap(({ items }) => items.filter(({ needsPayers }) => !needsPayers));
      const links = member.getByRole("navigation", { name: "Dashboard" }).getByRole("listitem");
      await expect(links).toHaveText(own.map(({ name }) => name));
      for (const screen of screens) await lookAt(member, screen, role);
      watch.expectClean(role);
      if (role !== "owner") await member.context().close();
    });
  }
  const looked = screens.map(({ path }) => `/dashboard${path}`);
  const missed = all.filter(({ href, needsPayers }) => !needsPayers && !looked.includes(href));
  expect(missed).toEqual([]);
});

test("who is lowered while a page is open is told so by the first refusal, and sees what is left", async ({
  page,
  browser,
}) => {
  const { open } = await anAccountWithEverything(page, stack);
  const member = await aMember(browser, page, "developer");
  await member.goto(`${dashboard}/get-paid/${open}`);
  await member.getByRole("button", { name: "Add a note" }).click();
  await member.getByRole("textbox", { name: "Your note" }).fill("Called the customer");

  const members = await (await page.request.get(`${stack.apiUrl}/v1/members`)).json();
  const { id } = members.find(({ role }: { role: Role }) => role === "developer");
  const lowered = await confirmedCall(page, "PATCH", `${stack.apiUrl}/v1/members/${id}`, { role: "viewer" });
  expect(lowered.status()).toBe(200);

  await member.getByRole("button", { name: "Save note" }).click();
  await expect(
    member.getByText("Your role in this account has changed. You are now Viewer.").first(),
  ).toBeVisible();
  await expect(member.getByRole("button", { name: "Extend" })).toHaveCount(0);
  await expect(member.getByRole("link", { name: "API keys" })).toHaveCount(0);
  await expect(member.getByRole("button", { name: "Remind" })).toBeVisible();
  await member.context().close();
});
