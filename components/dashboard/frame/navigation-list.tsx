"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { useDestination, useHasPayers, useWaitingForMe } from "../queries";
import { useRole } from "../roles/role";
import { isWithin, type NavigationItem, navigationOf } from "./navigation";

const LOOK = "flex items-center gap-3 rounded-md px-3 py-2 text-sm font-medium";

/** The dashboard's places. What needs a destination is greyed until there is one. */
export function NavigationList({ onGo }: { onGo?: () => void }) {
  const pathname = usePathname();
  const { data: destination } = useDestination();
  const hasPayers = useHasPayers();
  const role = useRole();
  const id = useId();
  return (
    <div className="grid gap-5">
      {navigationOf(role).map(({ name, items }) => (
        <div key={name}>
          {name && (
            <p id={`${id}-${name}`} className="px-3 pb-1.5 text-xs font-medium text-muted">
              {name}
            </p>
          )}
          <ul aria-labelledby={name ? `${id}-${name}` : undefined} className="grid gap-0.5">
            {items
              .filter(({ needsPayers }) => !needsPayers || hasPayers)
              .map((item) => (
                <li key={item.href}>
                  <NavigationLink
                    item={item}
                    isHere={isWithin(pathname, item.href)}
                    isOff={item.needsDestination === true && destination === null}
                    onGo={onGo}
                  />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface NavigationLinkProps {
  item: NavigationItem;
  isHere: boolean;
  isOff: boolean;
  onGo?: (() => void) | undefined;
}

function NavigationLink({ item: { href, name, Icon }, isHere, isOff, onGo }: NavigationLinkProps) {
  if (isOff) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a link that leads nowhere yet has no address
      <span
        role="link"
        tabIndex={0}
        aria-disabled="true"
        title="Set up a payment destination first"
        className={cn(LOOK, "cursor-not-allowed text-muted/70")}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {name}
      </span>
    );
  }
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={onGo}
      aria-current={isHere ? "page" : undefined}
      className={cn(LOOK, isHere ? "bg-accent/10 text-accent" : "text-ink hover:bg-sunken")}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {name}
      {href === "/dashboard/approvals" && <WaitingBadge />}
    </Link>
  );
}

/** How many approvals wait for whoever looks. */
function WaitingBadge() {
  const waiting = useWaitingForMe();
  if (waiting === 0) return null;
  return (
    <Badge tone="warning" className="ml-auto">
      {waiting}
      <span className="sr-only"> waiting for you</span>
    </Badge>
  );
}
