// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { ROLES, type Role } from "@/db/roles";
import { DialogButton } from "../forms/dialog-button";
import { MakeAndShow } from "../forms/make-and-show";
import { NAVIGATION, navigationOf } from "../frame/navigation";
import { RowMenu, RowMenuItem } from "../lists/row-menu";
import { Allowed } from "./allowed";
import { NotForRole } from "./not-for-role";
import { RoleProvider } from "./role";
import { ViewOnly } from "./view-only";

afterEach(cleanup);

function show(role: Role, content: ReactNode) {
  render(<RoleProvider value={role}>{content}</RoleProvider>, { wrapper: ToastProvider });
}

/** Of all roles, those that see a button of this name. */
function whoSees(name: string, content: ReactNode): Role[] {
  return ROLES.filter((role) => {
    show(role, content);
    const isThere = screen.queryByRole("button", { name }) !== null;
    cleanup();
    return isThere;
  });
}

test("what is allowed is shown, and otherwise what stands in its place", () => {
  const content = (
    <Allowed to="createPayout" otherwise="Seen">
      Pay
    </Allowed>
  );
  show("finance", content);
  expect(screen.queryByText("Pay")).not.toBeNull();
  cleanup();
  show("developer", content);
  expect(screen.queryByText("Pay")).toBeNull();
  expect(screen.queryByText("Seen")).not.toBeNull();
});

test("a button with a dialog is there for roles with its operation", () => {
  const button = (
    <DialogButton operation="updateUnderpayment" text="Change" title="Change" description="">
      {() => null}
    </DialogButton>
  );
  expect(whoSees("Change", button)).toEqual(["owner", "admin"]);
  const make = (
    <MakeAndShow operation="createWebhook" title="Add" description="" form={() => null} shown={() => null} />
  );
  expect(whoSees("Add", make)).toEqual(["owner", "admin", "developer"]);
});

test("a row without anything to do has no menu", () => {
  const menu = (
    <RowMenu name="a key" operations={["updateApiKey", "deleteApiKey"]}>
      <RowMenuItem operation="updateApiKey" onClick={() => {}}>
        Change
      </RowMenuItem>
    </RowMenu>
  );
  expect(whoSees("Actions for a key", menu)).toEqual(["owner", "admin", "developer"]);
});

test("each role has the pages that it can read in the navigation", () => {
  const hrefs = (role: Role) => navigationOf(role).flatMap(({ items }) => items.map(({ href }) => href));
  const owners = NAVIGATION.flatMap(({ items }) => items.map(({ href }) => href));
  const all = owners.filter((href) => href !== "/dashboard/alarms");
  const ofBuilders = ["/dashboard/api-keys", "/dashboard/webhooks", "/dashboard/developers"];
  expect(hrefs("owner")).toEqual(owners);
  for (const role of ["admin", "developer"] as const) expect(hrefs(role)).toEqual(all);
  for (const role of ["finance", "viewer"] as const) {
    expect(hrefs(role)).toEqual(all.filter((href) => !ofBuilders.includes(href)));
  }
  // A group without items has no name either.
  expect(navigationOf("viewer").map(({ name }) => name)).not.toContain("Integration");
  const names = (role: Role) => navigationOf(role).flatMap(({ items }) => items.map(({ name }) => name));
  expect(names("viewer")).toContain("Route");
  expect(names("developer")).toContain("Route and webhooks");
});

test("why something is not there is said with the name of the role", () => {
  show("viewer", <NotForRole />);
  expect(screen.queryByText("Your role, Viewer, cannot see this page")).not.toBeNull();
  cleanup();
  show("finance", <ViewOnly unless="putBranding" />);
  expect(screen.queryByText("Your role, Finance, can see this and not change it.")).not.toBeNull();
  cleanup();
  show("admin", <ViewOnly unless="putBranding" />);
  expect(screen.queryByText(/Your role/)).toBeNull();
});
