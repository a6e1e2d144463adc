"use client";

import { useState } from "react";
import { Menu as MenuIcon } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { NavigationList } from "./navigation-list";
import { NetworkStatusLink } from "./network-status-link";

/** The same places behind one button, where there is no room for a sidebar. */
export function MobileNavigation() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <MenuIcon aria-hidden="true" />
        Menu
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Menu" size="sm">
        <nav aria-label="Dashboard" className="grid gap-4">
          <NavigationList onGo={close} />
          <NetworkStatusLink onGo={close} />
        </nav>
      </Dialog>
    </>
  );
}
