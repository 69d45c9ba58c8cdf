// Colours: those of the system, light or dark.
import { notice, the } from "./dom";

/** Colours that were chosen; browsers may refuse to remember them. */
export function theme(): void {
  const choice = the<HTMLSelectElement>("theme");
  const apply = (name: string) => void (document.documentElement.dataset.theme = name);
  try {
    choice.value = localStorage.getItem("theme") ?? "";
  } catch {
    choice.value = "";
  }
  apply(choice.value);
  choice.addEventListener("change", () => {
    apply(choice.value);
    try {
      localStorage.setItem("theme", choice.value);
    } catch {
      notice("Your browser keeps nothing for this page: the colours are chosen until you leave it.");
    }
  });
}
