"use client";

import { Popover } from "radix-ui";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useRef,
} from "react";
import { Button, ButtonLink } from "./button";
import { cn } from "./cn";

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

/** Keeps what is to be done once the menu has closed. */
const AfterContext = createContext<(action: () => void) => void>(() => {});

interface MenuButtonProps extends Omit<ComponentProps<typeof Button>, "variant" | "size" | "onClick"> {
  onClick: () => void;
  isDangerous?: boolean;
}

/** An action in a menu. The menu closes first, so that a dialog gives the focus back to the menu's button. */
export function MenuButton({ isDangerous = false, onClick, ...rest }: MenuButtonProps) {
  const after = useContext(AfterContext);
  return (
    <MenuClose>
      <Button
        {...rest}
        onClick={() => after(onClick)}
        variant="ghost"
        size="sm"
        className={cn("w-full justify-start", isDangerous && "text-danger")}
      />
    </MenuClose>
  );
}

/** A link in a menu, which then closes. */
export function MenuLink(link: Omit<ComponentProps<typeof ButtonLink>, "variant" | "size">) {
  return (
    <MenuClose>
      <ButtonLink {...link} variant="ghost" size="sm" className="w-full justify-start" />
    </MenuClose>
  );
}

/** A small panel under a button. Holds real buttons and links, so that everyone finds them by what they are. */
export function Menu({ trigger, label, children, align = "end" }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const next = useRef<(() => void) | null>(null);
  const after = (action: () => void) => {
    next.current = action;
  };
  const finish = (event: Event) => {
    const action = next.current;
    if (!action) return;
    next.current = null;
    event.preventDefault();
    button.current?.focus();
    action();
  };
  return (
    <Popover.Root>
      <Popover.Trigger asChild ref={button}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          onKeyDown={moveByArrow}
          onCloseAutoFocus={finish}
          className="z-40 w-64 max-w-[calc(100vw-1.5rem)] rounded-md border border-line bg-card p-2 shadow-lg"
        >
          <AfterContext value={after}>{children}</AfterContext>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Arrow keys lead through the buttons and links of a menu, Home and End to its ends. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button:enabled")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  stops.at(to % stops.length)?.focus();
}
