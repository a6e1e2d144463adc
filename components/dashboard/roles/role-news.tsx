"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useToast } from "@/components/ui/toast";
import { useRole } from "./role";
import { ROLE_WORDS } from "./role-words";

/** Says that the role of whoever is signed in has changed since the page was opened, and has everything read anew. */
export function RoleNews() {
  const role = useRole();
  const toast = useToast();
  const queryClient = useQueryClient();
  const known = useRef(role);
  useEffect(() => {
    if (known.current === role) return;
    known.current = role;
    const { name, can } = ROLE_WORDS[role];
    toast(`Your role in this account has changed. You are now ${name}. ${can}`);
    void queryClient.invalidateQueries();
  }, [role, toast, queryClient]);
  return null;
}
