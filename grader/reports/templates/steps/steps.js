// The whole screen, by a button or by F.
{
  const button = document.getElementById("full");
  const turn = () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", turn);
  addEventListener("keydown", (event) => {
    if (event.key === "f" && document.fullscreenEnabled && !(event.altKey || event.ctrlKey || event.metaKey)) turn();
  });
}
