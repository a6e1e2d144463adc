"use client";

import { Popover } from "radix-ui";
import type { ReactNode } from "react";

interface MenuProps {
  /** A button. */
  trigger: ReactNode;
  /** Names what opens. */
  label: string;
  children: ReactNode;
  align?: "start" | "end";
}

/** Around a button in a menu that has done its work when it is pressed. */
export function MenuClose({ children }: { children: ReactNode }) {
  return <Popover.Close asChild>{children}</Popover.Close>;
}

/** A small panel under a button. Holds real buttons and links, so that everyone finds them by what they are. */
export function Menu({ trigger, label, children, align = "end" }: MenuProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className="z-40 w-64 max-w-[calc(100vw-1.5rem)] rounded-md border border-line bg-card p-2 shadow-lg"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
