"""Checks of the live page with an emulated touch screen."""

from checks import check
from live_browser import Tab


class Finger:
    """Touches the page of a tab."""

    def __init__(self, tab):
        self.page, self.box = tab.page, tab.box
        self.session = tab.context.new_cdp_session(tab.page)

    def send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def drag(self, element, x=0, y=0):
        """Drags from the middle of an element, so that the way is centered on it in x."""
        edge = self.box(element)
        start = (edge["x"] + edge["width"] / 2 - x / 2, edge["y"] + edge["height"] / 2)
        self.send("touchStart", start)
        for step in range(1, 11):
            self.send("touchMove", (start[0] + x * step / 10, start[1] + y * step / 10))
        # A finger that rests before it leaves flings nothing, so that the browser takes the next touch as a tap.
        self.page.wait_for_timeout(150)
        self.send("touchMove", (start[0] + x, start[1] + y))
        self.send("touchEnd")


def check_touch(chromium, url):
    tab = Tab(chromium, url, 390, 500, has_touch=True)
    tab.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    sent = []
    # The socket of a page that is opened now is watched.
    tab.page.reload()
    tab.locate('[data-focus="tab:1"]').tap()
    tab.row("Dune").wait_for()
    finger = Finger(tab)
    finger.drag(tab.row("Dune"), x=-140)
    action = tab.locate("[data-row][data-open] .swipe-action.is-destructive")
    action.wait_for()
    tab.settled()
    check("a swipe shows the actions", tab.title == "Items")
    action.tap()
    tab.button("No").tap()
    tab.locate("dialog.alert").wait_for(state="detached")
    tab.check("an action closes the row", tab.locate("[data-row][data-open]").count, 0)
    tab.settled()
    finger.drag(tab.row("Dune"), x=60)
    tab.locate("[data-row][data-open] .swipe-action.is-quick").wait_for()
    tab.settled()
    tab.locate(".titles").tap()
    tab.wait("!document.querySelector('[data-row][data-open]')")
    tab.settled()
    finger.drag(tab.row("Dune"), x=300)
    tab.wait("!document.querySelector('[data-row][data-sliding], [data-row][data-open]')")
    tab.check("a full swipe runs the first action", lambda: sum('"quick"' in text for text in sent), 1)
    check("a swipe is no tap", tab.title == "Items")
    finger.drag(tab.row("Dune"), x=20)
    tab.wait("!document.querySelector('[data-row][data-sliding]')")
    tab.settled()
    check("a short swipe does nothing", tab.locate("[data-row][data-open]").count() == 0 and tab.title == "Items")

    # Scrolling wins, also where the finger goes a little to the side.
    finger.drag(tab.row("Dune"), x=60, y=-120)
    tab.wait("document.querySelector('.scroll').scrollTop > 40")
    tab.check("vertical scrolling wins", tab.locate("[data-row]:is([data-open], [data-sliding])").count, 0)
    tab.run("document.querySelector('.scroll').scrollTop = 0")
    tab.settled()
    finger.drag(tab.row("Dune"), y=160)
    tab.check("pulling down refreshes", lambda: sum('"refresh"' in text for text in sent), 1)

    tab.row("Dune").locator(".actions-button").tap()
    menu = tab.locate("dialog.actions-menu")
    menu.wait_for()
    tab.check("the actions of a row are at the lower edge",
        lambda: round(tab.box(menu)["y"] + tab.box(menu)["height"]) in (499, 500, 501), detail=lambda: tab.box(menu))
    tab.check("actions can be hit", lambda: all(tab.box(item)["height"] >= 44 for item in menu.locator("button").all()))
    tab.page.touchscreen.tap(200, 40)
    menu.wait_for(state="detached")
    tab.row("Dune").tap()
    tab.wait("document.querySelector('.app .title').textContent === 'Controls'")
    check("touch causes no problem", not tab.problems, tab.problems[:3])
    tab.close()
