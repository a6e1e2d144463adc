"use client";

import type { ReactNode } from "react";
import { Ellipsis } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";

/** A button in a row that opens what can be done with it. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
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
