"use client";

import { useState } from "react";
import { ChevronDown } from "@/components/icons/icons";
import { shorten } from "@/components/ui/address";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Grouped } from "@/components/ui/grouped";
import { Menu, MenuClose } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { messageOf } from "../api/api-failure";
import { useRole } from "../roles/role";
import { ROLE_WORDS } from "../roles/role-words";
import { useMerchant } from "../session/merchant";
import { ThemeSwitch } from "./theme-switch";

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { address, family, signOut } = useMerchant();
  const role = useRole();
  const toast = useToast();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await signOut();
    } catch (error) {
      setLeaving(false);
      toast(messageOf(error), "danger");
    }
  };
  return (
    <Menu
      label="Account"
      trigger={
        <Button size="sm" className="font-mono font-normal" aria-label={`${shorten(address)}, account menu`}>
          <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
          {shorten(address)}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <div className="border-b border-dashed border-line px-2 pt-1 pb-3 text-sm">
        <p className="text-muted">Account of {family === "tron" ? "a Tron" : "an EVM"} wallet</p>
        <p className="mt-1 mb-2 font-mono text-xs leading-5 wrap-anywhere">
          <Grouped value={address} />
        </p>
        <CopyButton text={address} what="wallet address" />
        <p className="mt-2 text-muted">Your role: {ROLE_WORDS[role].name}</p>
      </div>
      <div className="border-b border-dashed border-line px-2 py-3 text-sm">
        <p className="mb-2 text-muted">Colours</p>
        <ThemeSwitch />
      </div>
      <MenuClose>
        <ButtonLink href="/dashboard/account" variant="ghost" size="sm" className="mt-2 w-full justify-start">
          Account settings
        </ButtonLink>
      </MenuClose>
      <Button
        variant="ghost"
        size="sm"
        className="w-full justify-start"
        isPending={isLeaving}
        onClick={leave}
      >
        Sign out
      </Button>
    </Menu>
  );
}
