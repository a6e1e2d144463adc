import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { Role } from "@/db/roles";
import { docsPlaces, findPlaces, SCREENS, screensOf } from "./places";

test("every screen of the search exists, and each is named once", () => {
  const missing = SCREENS.filter(({ href }) => !existsSync(`app${href.split("#")[0]}/page.tsx`));
  expect(missing).toEqual([]);
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length);
});

test("every typed word has to be there, in whatever order and case", () => {
  const names = (wanted: string) => findPlaces(SCREENS, wanted).map(({ name }) => name);
  expect(names("KEYS api")).toContain("API keys");
  expect(names("logo")).toEqual(["Branding"]);
  expect(names("no such thing")).toEqual([]);
  expect(names("").length).toBe(SCREENS.length);
});

test("pages of the reference are found by method, path and operation", () => {
  const entry = { href: "/docs/requests/createRequest", method: "post", title: "Create a payment request" };
  const group = {
    name: "Requests",
    href: "/docs/requests",
    entries: [{ ...entry, text: "createRequest /v2/request" }],
  };
  const [place] = findPlaces(docsPlaces([group]), "post /v2/request createRequest");
  expect(place).toMatchObject({ name: "Create a payment request", note: "POST /v2/request" });
});

test("a role finds the screens that it has", () => {
  const hrefs = (role: Role) => screensOf(role).map(({ href }) => href);
  expect(screensOf("owner")).toEqual(SCREENS);
  expect(hrefs("viewer")).not.toContain("/dashboard/get-paid/new");
  expect(hrefs("viewer")).not.toContain("/dashboard/api-keys");
  expect(hrefs("finance")).toContain("/dashboard/recurring/new");
  expect(hrefs("developer")).not.toContain("/dashboard/recurring/new");
  expect(hrefs("developer")).toContain("/dashboard/manage-destination#webhooks");
});
