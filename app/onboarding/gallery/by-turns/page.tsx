import { notFound } from "next/navigation";
import { GalleryTurns } from "@/components/ui/gallery-turns";
import { app } from "@/server/boot";
import { GalleryState, hasGalleryState } from "../gallery-state";

interface Props {
  searchParams: Promise<{ states?: string | string[] }>;
}

export const metadata = { title: "Moments of an onboarding by turns" };

/** The moments that `states` names, separated by commas: for the end-to-end tests, which ask each one in its turn. */
export default async function StatesByTurns({ searchParams }: Props) {
  const names = String((await searchParams).states).split(",");
  if (!app().config.pageGallery || !names.every(hasGalleryState)) notFound();
  const states = Object.fromEntries(names.map((name) => [name, <GalleryState key={name} state={name} />]));
  return <GalleryTurns states={states} />;
}
