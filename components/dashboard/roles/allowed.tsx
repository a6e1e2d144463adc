"use client";

import type { ReactNode } from "react";
import type { OperationId } from "@/server/auth/operations/operations";
import { useMay } from "./role";

interface AllowedProps {
  to: OperationId;
  children: ReactNode;
  /** Stands there for the other roles; nothing by default. */
  otherwise?: ReactNode;
}

/** Shows what an operation is for, to roles that have it. */
export function Allowed({ to, children, otherwise = null }: AllowedProps) {
  return useMay()(to) ? children : otherwise;
}
