import { MissingPage } from "@/components/dashboard/frame/missing-page";

export default function NotFound() {
  return <MissingPage />;
}
