import { Home } from "@/components/dashboard/home/home";

export default function HomePage() {
  return <Home />;
}
