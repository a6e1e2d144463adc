import { notFound } from "next/navigation";

/** Any address of the dashboard that has no page: shown in its frame, with the status 404. */
export default function Missing() {
  notFound();
}
