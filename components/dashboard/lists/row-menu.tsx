"use client";

import type { ComponentProps, ReactNode } from "react";
import { Ellipsis } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Menu, MenuButton } from "@/components/ui/menu";
import type { OperationId } from "@/server/auth/operations/operations";
import { Allowed } from "../roles/allowed";
import { useMay } from "../roles/role";

interface RowMenuProps {
  /** Of the row. */
  name: string;
  /** What its items do. A role with none of them sees no button. */
  operations: readonly OperationId[];
  children: ReactNode;
}

/** A button in a row that opens what can be done with it. */
export function RowMenu({ name, operations, children }: RowMenuProps) {
  const may = useMay();
  if (!operations.some(may)) return null;
  const label = `Actions for ${name}`;
  return (
    <Menu
      label={label}
      trigger={
        <Button variant="ghost" size="icon" aria-label={label} className="-my-2">
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}

interface RowMenuItemProps extends ComponentProps<typeof MenuButton> {
  /** What it does, or what is read for it. */
  operation: OperationId;
}

/** One thing that can be done with a row, for roles that have it. */
export function RowMenuItem({ operation, ...button }: RowMenuItemProps) {
  return (
    <Allowed to={operation}>
      <MenuButton {...button} />
    </Allowed>
  );
}
