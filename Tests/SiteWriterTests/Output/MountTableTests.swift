import Testing

@testable import SiteFiles

@Suite struct MountTableTests {
  /// A root file system, a home of its own, two bind mounts from them, and one with a blank in its path.
  private let table = MountTable(
    """
    21 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
    22 21 8:2 / /home rw - ext4 /dev/sda2 rw
    23 21 8:1 /srv/site /mnt/view rw - ext4 /dev/sda1 rw
    24 21 8:2 /ann/my\\040site /mnt/other rw - ext4 /dev/sda2 rw
    25 21 8:1 /srv/self /srv/self rw - ext4 /dev/sda1 rw
    """)

  @Test(
    "A folder that a bind mount shows elsewhere is its source",
    arguments: [
      ("/srv/site", true), ("/home/ann/my site", true), ("/srv", false), ("/srv/site/inner", false),
      ("/home/srv/site", false), ("/mnt/view", false), ("/srv/self", false), ("/elsewhere", false),
    ])
  func source(path: String, isSource: Bool) {
    #expect(table.isBindSource(path) == isSource)
  }

  @Test("Lines that are not of the table are left out")
  func damaged() {
    #expect(!MountTable("nonsense\n\n1 2 3\n").isBindSource("/srv/site"))
  }
}
