export default function Home() {
  return <main>hi</main>;
}
